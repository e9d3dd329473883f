/** The explanations behind the `?` of each panel. docs/physics.md has the long form, with its tested accuracy. */

import type { Entry } from "../../../ui/explanation";

const TIME: Entry = {
  term: "T",
  text: "From the first to the last tag of any channel, of the recording or of the chosen range. Which channels are shown does not change it.",
};

const ERRORS: Entry = {
  term: "±",
  text: "One standard error, 68 %. Counts below 20 have Jeffreys' central interval of 68 % instead, as 3 (1.7 to 5.3), and Garwood's upper limit of 95 %: a count of 0 has no error of 0. A dash is a number that can't be known.",
};

const DEAD_TIME: Entry = {
  term: "dead time",
  text: "The last rising edge of the gaps' density up to their median. Shorter double triggers do not count. The least gap in the table of channels is the shortest of all.",
};

const CURSORS: Entry = {
  term: "A|B",
  text: "Two cursors: Shift and click places one, as k does where the pointer is; drag a line to move it, or write its time; Escape takes both away. They stand on the edges of bins or, where tags are drawn, on tags. What is between is counted from the earlier one up to, but without, the later one.",
};

export const explanations = {
  rate: [
    {
      term: "rate",
      formula: "tags in a bin / width of the bin",
      text: "The last bin is as wide as the recording reaches into it; of less than half a bin, it is not drawn, but in the CSV. Where bins are finer than pixels, the line is the rate in each column of them, and the lighter one goes through its lowest and highest bin.",
    },
    {
      term: "bin",
      text: "Without a choice, the least power of two of ticks with at most 2,048 bins over the visible range: after zooming in, the tags are counted again in finer bins.",
    },
    {
      term: "rows",
      text: "More than eight channels have a row each, darker for a higher rate; with log, by its logarithm.",
    },
    {
      term: "single tags",
      text: "Zoomed in until at most 600 tags are in sight, each is drawn by itself in the row of its channel, and hovering shows its time to the tick.",
    },
    CURSORS,
    TIME,
    {
      term: "range",
      text: "Drag to choose one: everything else is then counted of these tags alone. A bare number is in the unit that the box shows.",
    },
  ],
  tags: [
    {
      term: "order",
      text: "Tags stand in order of time, equal times by channel, even where the file has them in another order. Channels that are switched off are left out.",
    },
    {
      term: "time",
      text: "After the first tag of the recording, to the picosecond; beside it in ticks, exact. What the device wrote is shown on hover.",
    },
    { term: "gap", text: "From the tag before in this table, of whichever channel." },
    {
      term: "go to",
      text: "A time after the first tag: its row is scrolled to. A bare number is in the unit that the box shows; 64 ticks is exact. At most 10,000 tags are listed at once.",
    },
  ],
  matrix: [
    {
      term: "significance",
      text: "Of the likeliest peak of each pair within ±6,400 ticks, in standard deviations (Li, Ma, Astrophys. J. 272, 317 (1983), eq. 17) over the histogram's own spread. With n places to look at, a peak stands out where n exp(-z²/2) < 1/1000; others are grey.",
    },
    {
      term: "pulsed",
      text: "Every pair of pulsed light has a peak a period, and no delay without a period. With one, a peak stands out only where its area does of the others'.",
    },
    { term: "diagonal", text: "A channel with itself is described, and never given a delay." },
  ],
  gaps: [
    { term: "gap", text: "From a tag to the next one of the same channel, in 20 bins a decade." },
    DEAD_TIME,
    {
      term: "afterpulsing",
      formula: "p = 1 - exp(-∫ (h(τ+u) - r) exp(-r max(0, u-τ)) du)",
      text: "The probability, per tag, of a tag after it that no light made: the excess of the hazard h of gaps within half a mean gap after the dead time τ over that of light, r (Nelson, Technometrics 14, 945 (1972)). Dashes: pulsed light, fewer than 1,000 gaps, gaps that are not exponential. Both need light that is steady over a few mean gaps.",
    },
  ],
  g2: [
    CURSORS,
    {
      term: "by chance",
      text: "Between two cursors: the pairs at which g2 would be 1, and how many there are above that, with the square root of all pairs as its error.",
    },
    { term: "delay", formula: "d = t_b - t_a", text: "Of every pair of tags, not only of neighbours." },
    {
      term: "g2",
      formula: "counts T² / (Σ (T - |d|) N_a N_b)",
      text: "The sum is over the delays of the bin: tags that far apart lie both in the recording for T - |d|. Logarithmic bins: Laurence, Fore, Huser, Opt. Lett. 31, 829 (2006). N / T are mean rates: where rates were not steady, independent light lies above 1, and a hint states by how much.",
    },
    TIME,
    {
      term: "peak",
      text: "Centre and width (FWHM) of a Gaussian, integrated over bins, on the level beside it, fitted by Poisson likelihood; a background with the overlap taken off, and the rim of a dip is no peak. A peak narrower than a bin has the error bin/√12.",
    },
    {
      term: "dip",
      formula: "depth = 1 - pairs / expected pairs, in the bins with the most significant lack",
      text: "Antibunching, or a dead time. The depth is a mean over these bins; a fit of a named model gives the depth at the lowest.",
    },
    {
      term: "fit",
      formula: "two-level: level (1 - depth exp(-|d - centre| / tau))",
      text: "By Poisson likelihood, over all bins that are shown; a channel with itself by its positive delays, with its centre at 0. The lowest g2 is that at the centre over the level, without correction for jitter or background. Three-level adds bunching around the dip (Kitson et al., Phys. Rev. A 58, 620 (1998)); Lorentzian, Gaussian and exponential are peaks or dips on a level. Where the deviance is more than 5 standard deviations above that of a true model, the curve is dashed and numbers have no errors.",
    },
    {
      term: "residuals",
      formula: "(pairs - expected) / √expected",
      text: "Below the chart, of each bin, or of several where they are finer than pixels or expect fewer than 5 pairs. Of a true model, they scatter around 0 by 1.",
    },
    {
      term: "pulsed, g2 by areas",
      formula: "pairs in the central period / mean of the other whole periods in the range",
      text: "With the overlap taken off (Santori et al., Nature 419, 594 (2002)). Lines mark where the areas end, the central one is shaded. Between-peak counts above 2 % of the peaks are remarked on and not taken off. g2 of single bins means little here.",
    },
    {
      term: "period",
      text: "A time; ch5: the mean time between the tags of channel 5, a clock; ch5/8: of a clock with a tag for one pulse of 8; none: not pulsed. Empty: no number uses a period, and where tags repeat, a hint offers theirs. Where no pulse stands out, delays are known modulo the period.",
    },
    ERRORS,
  ],
  coincidences: [
    {
      term: "window w",
      text: "One-sided: two tags coincide with delays from -w to +w, which are 2w + 1 ticks; of more channels, the earliest and the latest tag are at most w apart. Delays are taken off first.",
    },
    {
      term: "accidentals (measured)",
      text: "The mean of 32 windows as wide, 20 µs later (or ten widths, if that is more) and beyond: behind afterpulses. With a period, they are whole periods apart. Of three channels and more, the sum over every way in which some of them come together with the rest. CAR and efficiency use them, or those from rates where chosen; without a period, those of pulsed light are dashes.",
    },
    {
      term: "accidentals (rates)",
      formula: "T Π (N_i / T) ((w + 1)^n - w^n)",
      text: "What n independent channels of these mean rates give; of a pair N_a N_b (2w + 1) / T.",
    },
    {
      term: "CAR",
      formula: "(counts - accidentals) / accidentals",
      text: "Means nothing where channels are not independent without pairs, as of detectors that trigger each other.",
    },
    {
      term: "efficiency",
      formula: "(counts - accidentals) / N of the other channel",
      text: "Klyshko's, Sov. J. Quantum Electron. 10, 1112 (1980), with a binomial error. Dark counts lower it.",
    },
    {
      term: "heralded g2(0)",
      formula: "N_hab N_h / (N_ha N_hb)",
      text: "By `tagview heralded`: heralds that fired a, b and both within w of the herald, each counted once. 1 for independent light (Grangier, Roger, Aspect, Europhys. Lett. 1, 173 (1986)).",
    },
    TIME,
    ERRORS,
  ],
  stability: [
    {
      term: "Allan deviation",
      formula: "√(Σ (x_(i+1) - x_i)² / (2 (K - 1))) / mean",
      text: "Of the tags x in K successive slices as long as the averaging time (Allan, Proc. IEEE 54, 221 (1966)). Bars are one standard error, as of steady light; below some 50 slices it scatters to both sides unequally.",
    },
    {
      term: "dashed",
      formula: "1 / √(rate · time)",
      text: "What Poisson's counts of that rate have: light is steady where the lines agree. A dead time lowers the line, bunching and drift raise it.",
    },
  ],
  lifetime: [
    {
      term: "histogram",
      text: "Each tag of the channel after the clock's last pulse, folded by the clock's period.",
    },
    {
      term: "fit",
      formula: "N Σ a_i D(τ_i) + b,  D: exp(-t/τ)/τ after a Gaussian response",
      text: "Over all pulses before, integrated over bins, by Poisson likelihood (Laurence, Chromy, Nat. Methods 7, 338 (2010)). One decay is fitted, or two where chosen; of two, each has its share. A fit that does not describe the counts is dashed, and has no lifetime.",
    },
    {
      term: "clock",
      text: "Proposed by itself: the channel of whose gaps nine tenths lie within a quarter of their length. Its period is its mean gap, whatever pulses are missing; with a period that was typed, it may tick at every few pulses only.",
    },
    {
      term: "limits",
      text: "Above 0.05 tags for each pulse, a detector that is dead after a tag misses late ones (pile-up): the command line corrects for it with --pile-up. Under 100 tags there is no fit. A response narrower than a third of a bin cannot be distinguished from none.",
    },
  ],
} satisfies Record<string, readonly Entry[]>;
