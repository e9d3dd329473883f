//! A part of a recording: tags before the first start of a line, and the lines after it.

use serde::{Deserialize, Serialize};

use super::lines::{Counting, Lines, MAX_WAITING, Markers, push_all, too_many_frames, too_many_waiting};
use super::parameters::{Event, NAME, Parameters, START};
use crate::Error;
use crate::run::partial::{not_ours, total};
use crate::tags::Tag;

/// The partial result of a run.
///
/// Only the run before can determine whether tags before the first start of a line are in a line. They are stored, up
/// to the markers of that start, and so are all tags before the first sync.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Run {
    head: Vec<Tag>,
    /// The last markers of the head, if no other tag follows them.
    markers: Option<Markers>,
    /// Time of the last sync of the head.
    sync: Option<i64>,
    lines: Option<Box<Lines>>,
}

impl Run {
    /// Continues the run with a tag.
    ///
    /// # Errors
    /// `TooManyBins` if too many tags are in one line, or before the first.
    #[inline]
    pub fn push(&mut self, tag: Tag, counting: &mut Counting) -> Result<(), Error> {
        let event = counting.parameters.event(tag.channel);
        match &mut self.lines {
            _ if event == Event::Other => Ok(()),
            Some(lines) => lines.push(event, tag.time, counting),
            None => self.push_to_head(event, tag, counting),
        }
    }

    fn push_to_head(&mut self, event: Event, tag: Tag, counting: &mut Counting) -> Result<(), Error> {
        let joined = match event {
            Event::Marker(bits) => Markers::joined(self.markers, tag.time, bits),
            _ => None,
        };
        if joined.is_none()
            && let Some(lines) = self.begin(counting)
        {
            return lines.push(event, tag.time, counting);
        }
        if self.head.len() == MAX_WAITING {
            return Err(too_many_waiting());
        }
        self.head.push(tag);
        match event {
            Event::Marker(bits) => self.markers = joined.or(Some(Markers { time: tag.time, bits })),
            _ => self.markers = None,
        }
        if event == Event::Sync {
            self.sync = Some(tag.time);
        }
        Ok(())
    }

    /// Begins the lines if the head ends with the start of one.
    fn begin(&mut self, counting: &mut Counting) -> Option<&mut Lines> {
        let is_known = self.sync.is_some() || !counting.parameters.has_delays();
        let markers = self.markers.filter(|markers| markers.bits & START != 0 && is_known)?;
        self.markers = None;
        let lines = Lines::from(markers.time, self.sync);
        Some(self.lines.insert(Box::new(lines)))
    }

    /// Appends the run that follows.
    ///
    /// # Errors
    /// `Mismatch` if it cannot follow, `TooManyBins` as [`Run::push`].
    pub fn merge(&mut self, later: &Self, counting: &mut Counting) -> Result<(), Error> {
        if self.lines.is_none() && self.head.len() + later.head.len() > MAX_WAITING {
            return Err(too_many_waiting());
        }
        later.head.iter().try_for_each(|tag| self.push(*tag, counting))?;
        if let Some(behind) = &later.lines {
            if self.lines.is_none() {
                self.begin(counting);
            }
            let Some(lines) = &mut self.lines else {
                return Err(not_ours(NAME, "its lines have no start"));
            };
            lines.take_markers(counting);
            lines.append(behind, &counting.parameters);
            if !lines.has_room() {
                return Err(too_many_frames());
            }
        }
        Ok(())
    }

    /// Returns the lines of a run that is a whole recording.
    ///
    /// # Errors
    /// `TooManyBins` as [`Run::push`].
    pub fn whole(&self, parameters: &Parameters) -> Result<Lines, Error> {
        let counting = &mut Counting::new(parameters.clone());
        let mut all = Lines::default();
        push_all(&mut all, &self.head, counting)?;
        all.take_markers(counting);
        if let Some(lines) = &self.lines {
            all.append(lines, parameters);
            all.take_markers(counting);
        }
        all.give_up();
        Ok(all)
    }

    /// Checks that these can be the counts of a run.
    ///
    /// # Errors
    /// `Mismatch` if they cannot.
    pub fn check(&self, parameters: &Parameters) -> Result<u64, Error> {
        let Self { head, lines, .. } = self;
        let counting = &mut Counting::new(parameters.clone());
        let mut again = Self::default();
        for tag in head {
            again.push(*tag, counting)?;
        }
        if lines.is_some() {
            again.begin(counting);
        }
        let is_same = again.head.len() == head.len()
            && again.markers == self.markers
            && again.sync == self.sync
            && again.lines.is_some() == lines.is_some();
        if !is_same || lines.as_ref().is_some_and(|lines| !lines.is_sound(parameters)) {
            return Err(not_ours(NAME, "its lines contradict each other"));
        }
        let counted = lines.as_ref().map_or(Ok(0), |lines| total(NAME, lines.totals()))?;
        total(NAME, [counted, head.len() as u64])
    }

    /// Returns the number of pixels and waiting tags, for the size of the byte form.
    pub fn size(&self) -> usize {
        let pixels =
            self.lines.iter().map(|lines| lines.first.counts().count() + lines.rest.counts().count());
        self.head.len() + pixels.sum::<usize>()
    }
}
