/** The explanations behind the `?` of each panel. docs/physics.md has the long form, with its tested accuracy. */

import type { Entry } from "../../../ui/explanation";

const TIME: Entry = {
  term: "T",
  text: "Time from the first to the last tag of any channel, in the recording or in the chosen range. It does not depend on the visible channels.",
};

const ERRORS: Entry = {
  term: "±",
  text: "One standard error (68 %). Counts below 20 have Jeffreys' central 68 % interval instead, such as 3 (1.7 to 5.3), and Garwood's 95 % upper limit, because a count of 0 does not have an error of 0. A dash marks an unknown number.",
};

const DEAD_TIME: Entry = {
  term: "dead time",
  text: "The last rising edge in the density of the gaps up to their median, ignoring shorter double triggers. The least gap in the table of channels includes them.",
};

const CURSORS: Entry = {
  term: "A|B",
  text: "Two cursors: Shift and click places one; so does k, at the pointer; drag a line to move it, or enter its time; Escape removes both. They snap to the edges of bins or, if tags are drawn, to tags. The range between them includes the earlier cursor and excludes the later one.",
};

export const explanations = {
  rate: [
    {
      term: "rate",
      formula: "tags in a bin / width of the bin",
      text: "The last bin ends with the recording; if it covers less than half a bin and is not the only one, it is not drawn, but the CSV contains it. If bins are narrower than pixels, the line is the mean rate of each pixel column, and the band around it reaches from its lowest to its highest bin.",
    },
    {
      term: "bin",
      text: "By default, the smallest power of two in ticks with at most 2,048 bins in the visible range. After zooming in, the tags are counted again in narrower bins.",
    },
    {
      term: "rows",
      text: "With more than eight channels, each has a row, whose colour is stronger for a higher rate; with log, the colour follows the logarithm of the rate.",
    },
    {
      term: "single tags",
      text: "If at most 600 tags are visible, each is drawn as a line in the row of its channel. Hovering shows its exact time.",
    },
    CURSORS,
    TIME,
    {
      term: "range",
      text: "Drag to choose a range: all other panels then count only its tags. A number without a unit is in the unit shown in the box.",
    },
  ],
  tags: [
    {
      term: "order",
      text: "Tags are sorted by time, then by channel, even if the file has another order. Channels that are switched off are not listed.",
    },
    {
      term: "time",
      text: "Time after the first tag of the recording, in picoseconds and in exact ticks. Hovering shows the time in the file.",
    },
    { term: "gap", text: "Time since the previous tag of the table, on any channel." },
    {
      term: "go to",
      text: "Scrolls to a time after the first tag. A number without a unit is in the unit shown in the box; 64 ticks is exact. At most 10,000 tags are listed at once.",
    },
  ],
  matrix: [
    {
      term: "significance",
      text: "Significance of the best peak of each pair within ±1 µs, in standard deviations (Li, Ma, Astrophys. J. 272, 317 (1983), eq. 17) relative to the spread of the histogram. With n possible positions, a peak is significant if it has at least 5 pairs and n exp(-z²/2) < 1/1000: fewer than 1 of 1,000 searches find such a peak by chance. Other pairs are grey.",
    },
    {
      term: "pulsed",
      text: "In pulsed light, every pair has one peak per period, and no delay without a period. With a period, a peak is significant if its area differs from that of the other peaks.",
    },
    { term: "diagonal", text: "A channel with itself has counts, but no delay." },
  ],
  gaps: [
    { term: "gap", text: "Time from a tag to the next tag of the same channel, in 20 bins per decade." },
    DEAD_TIME,
    {
      term: "afterpulsing",
      formula: "p = 1 - exp(-∫ (h(τ+u) - r(u)) exp(-max(0, u-τ) / (2s)) du)",
      text: "The probability per tag of an afterpulse, a later tag that no light caused: the excess of the hazard h of the gaps over that of light, r, within s, half a mean gap, after the dead time τ. r is the line through the hazard from s to 3s (Nelson, Technometrics 14, 945 (1972)). A dash means pulsed light, fewer than 1,000 gaps, or a hazard that is no line.",
    },
  ],
  g2: [
    CURSORS,
    {
      term: "by chance",
      text: "Between two cursors: the number of pairs for g2 = 1, and the excess of the counted pairs over it. Its error is the square root of all pairs.",
    },
    {
      term: "delay",
      formula: "d = t_b - t_a",
      text: "Delay of every pair of tags, not only of neighbouring tags. Delays are whole ticks: a bin is drawn from half a tick before its first delay to half a tick after its last. The CSV has the first delay of each bin and that of the next one.",
    },
    {
      term: "g2",
      formula: "counts T² / (Σ (T - |d|) N_a N_b)",
      text: "The sum runs over the delays d of the bin: two tags at the delay d both lie in the recording for the time T - |d|. Logarithmic bins: Laurence, Fore, Huser, Opt. Lett. 31, 829 (2006). N / T are mean rates: if the rates were not steady, g2 of independent light is above 1, and a hint states its value.",
    },
    TIME,
    {
      term: "peak",
      text: "Centre and width (FWHM) of a Gaussian, integrated over bins, on the level beside it, fitted by Poisson likelihood. The background is corrected for the overlap, and the rim of a dip does not count as a peak. A peak narrower than a bin has the error bin/√12.",
    },
    {
      term: "dip",
      formula: "depth = 1 - pairs / expected pairs, in the bins with the most significant lack",
      text: "Antibunching, or a dead time. The depth is a mean over these bins; a fit gives the depth at the lowest point.",
    },
    {
      term: "fit",
      formula: "two-level: level (1 - depth exp(-|d - centre| / tau))",
      text: "Fitted by Poisson likelihood to all visible bins; for a channel with itself, to positive delays with the centre at 0. The lowest g2 is the value at the centre divided by the level, without correction for jitter or background. Three-level adds bunching around the dip (Kitson et al., Phys. Rev. A 58, 620 (1998)); Lorentzian, Gaussian and exponential are peaks or dips on a level. If the deviance is more than 5 standard deviations above that of a true model, the curve is dashed and the numbers have no errors.",
    },
    {
      term: "residuals",
      formula: "(pairs - expected) / √expected",
      text: "Drawn below the chart for each bin, or for several bins if they are narrower than pixels or expect fewer than 5 pairs. For a true model, they scatter around 0 with a standard deviation of 1.",
    },
    {
      term: "pulsed, g2 by areas",
      formula: "pairs in the central period / mean of the other whole periods in the range",
      text: "Corrected for the overlap (Santori et al., Nature 419, 594 (2002)). Lines mark the ends of the areas; the central one is shaded. Counts between the peaks above 2 % of their height cause a remark and are not subtracted. g2 of single bins means little here.",
    },
    {
      term: "which g2(0)",
      text: "Quote g2 by areas for pulsed light, the lowest g2 of the fit for the emitter itself under continuous light, and g2 of the bin at 0 only as measured with that bin width.",
    },
    {
      term: "period",
      text: "A time; ch5: the mean time between the tags of channel 5, a clock; ch5/8: a clock with one tag per 8 pulses; none: not pulsed. If empty, no number uses a period, and a hint offers one if tags repeat. If no pulse is significant, delays are known modulo the period.",
    },
    ERRORS,
  ],
  coincidences: [
    {
      term: "window w",
      text: "One-sided: two tags coincide with delays from -w to +w, which are 2w + 1 ticks; for more channels, the earliest and the latest tag are at most w apart. Delays are subtracted first.",
    },
    {
      term: "accidentals (measured)",
      text: "The mean of 32 windows of the same width, from 20 µs on (or ten widths, if that is longer), beyond afterpulses. With a period, they are displaced by whole periods. For three and more channels, the sum over all ways to split them into groups. CAR and efficiency use these accidentals, or those from rates if chosen. Pulsed light without a period has a dash.",
    },
    {
      term: "accidentals (rates)",
      formula: "Σ Π r_i dt ((w + 1)^n - w^n)",
      text: "The accidentals of n independent channels with these mean rates; for a pair, N_a N_b (2w + 1) / T.",
    },
    {
      term: "CAR",
      formula: "(counts - accidentals) / accidentals",
      text: "Only valid if the channels are independent apart from pairs; detectors must not trigger each other.",
    },
    {
      term: "efficiency",
      formula: "(counts - accidentals) / N of the other channel",
      text: "The Klyshko efficiency (Sov. J. Quantum Electron. 10, 1112 (1980)), with a binomial error. Dark counts lower it. No pairs found: the correlation has no significant peak, so that CAR and efficiency are chance alone.",
    },
    {
      term: "heralded g2(0)",
      formula: "N_hab N_h / (N_ha N_hb)",
      text: "By `tagview heralded`: heralds that fired a, b and both within w of the herald, each counted once. 1 for independent light (Grangier, Roger, Aspect, Europhys. Lett. 1, 173 (1986)).",
    },
    TIME,
    ERRORS,
  ],
  image: [
    {
      term: "pixels",
      text: "The time between the start and stop markers of a line is divided into equal parts, or, for a sinusoidal mirror, into parts in which it covers equal widths; frames are summed. Photons outside lines are in no pixel.",
    },
    {
      term: "mean arrival time",
      formula: "Σ dt / N",
      text: "Mean of the delays dt of a pixel's N photons after the sync. It includes the delay of the instrument, so only differences between pixels are differences of lifetimes.",
    },
  ],
  phasor: [
    {
      term: "phasor",
      formula: "g = Σ cos(w dt) / N, s = Σ sin(w dt) / N",
      text: "Mean cosine and sine over a pixel's N photons; dt is the delay after the sync, w = 2π / the sync period. Pixels with few photons scatter by about 1 / √N.",
    },
    {
      term: "semicircle",
      formula: "g = 1 / (1 + (wτ)²), s = wτ g",
      text: "Phasors of single exponential decays with lifetime τ; a mixture of two lies on the line between them (Digman, Caiolfa, Zamai, Gratton, Biophys. J. 94, L14 (2008)). The instrument's response is not removed: it turns all pixels by the same angle around 0.",
    },
  ],
  "region-decay": [
    {
      term: "histogram",
      text: "Photons of the region by their delay after the sync, in bins of a tick. The lifetime panel fits decays to the photons of all pixels.",
    },
  ],
  stability: [
    {
      term: "Allan deviation",
      formula: "√(Σ (x_(i+1) - x_i)² / (2 (K - 1))) / mean",
      text: "From the numbers of tags x in K successive slices as long as the averaging time (Allan, Proc. IEEE 54, 221 (1966)). Bars are one standard error for steady light; below about 50 slices, the scatter is asymmetric.",
    },
    {
      term: "dashed",
      formula: "1 / √(rate · time)",
      text: "The Allan deviation of Poisson counts with this rate: light is steady where the lines agree. A dead time lowers the line, bunching and drift raise it.",
    },
  ],
  lifetime: [
    {
      term: "histogram",
      text: "Time of each tag of the channel since the last clock pulse, folded by the clock period.",
    },
    {
      term: "fit",
      formula: "N Σ a_i D(τ_i) + b,  D: exp(-t/τ)/τ after a Gaussian response",
      text: "The sum over all earlier pulses, integrated over bins and fitted by Poisson likelihood (Laurence, Chromy, Nat. Methods 7, 338 (2010)). One decay is fitted, or two if chosen; each of two has a share. A poor fit is dashed and has no lifetime.",
    },
    {
      term: "clock",
      text: "Proposed automatically: a channel in which nine tenths of the gaps have the same length, to within a quarter of it. Its period is the mean gap, even if pulses are missing. With an entered period, the clock may have one tag for several pulses.",
    },
    {
      term: "limits",
      text: "Above 0.05 tags per pulse, a detector that is dead after a tag misses late photons (pile-up); the command line corrects for this with --pile-up. A fit needs 100 tags. A response narrower than a third of a bin has no effect.",
    },
  ],
} satisfies Record<string, readonly Entry[]>;
