//! Tags on their way from the source of a part to its consumers.

use crate::run::software_clock::ClockStage;
use crate::tags::{BLOCK_TAGS, Tag, Totals};

/// Gathers the tags of small messages, and gives all tags the times of the software clock, if there is one.
#[derive(Default)]
pub(super) struct Intake {
    clock: Option<Box<ClockStage>>,
    gathered: Gathered,
}

/// Tags of small messages, passed on together: analyses relate every block to the tags before it, so that blocks of a
/// few tags would take time by the square of their number. Empty between two calls of the reader.
#[derive(Default)]
struct Gathered(Vec<Tag>);

impl Gathered {
    /// Calls `sink` with `tags` and the gathered ones, or gathers them if they are few.
    fn push(&mut self, tags: &[Tag], sink: &mut dyn FnMut(&[Tag])) {
        let are_many = tags.len() >= BLOCK_TAGS / 2;
        if are_many || self.0.len() + tags.len() > BLOCK_TAGS {
            self.flush(sink);
        }
        if are_many { sink(tags) } else { self.0.extend_from_slice(tags) }
    }

    fn flush(&mut self, sink: &mut dyn FnMut(&[Tag])) {
        if !self.0.is_empty() {
            sink(&self.0);
            self.0.clear();
        }
    }
}

impl Intake {
    /// Makes an intake for the tags of a whole recording, with their clock.
    pub fn new(clock: Option<ClockStage>) -> Self {
        Self { clock: clock.map(Box::new), gathered: Gathered::default() }
    }

    /// Takes the next recorded tags.
    pub fn push(&mut self, tags: &[Tag], sink: &mut dyn FnMut(&[Tag])) {
        let Self { clock, gathered } = self;
        gathered.push(tags, &mut |tags| pass(clock, tags, sink));
    }

    /// Passes the gathered tags on.
    pub fn flush(&mut self, sink: &mut dyn FnMut(&[Tag])) {
        let Self { clock, gathered } = self;
        gathered.flush(&mut |tags| pass(clock, tags, sink));
    }

    /// The part ends here.
    pub fn finish(&mut self, sink: &mut dyn FnMut(&[Tag])) {
        self.flush(sink);
        if let Some(clock) = &mut self.clock {
            clock.finish(sink);
        }
    }

    /// Adds the counts and the error of the clock to `totals`.
    pub fn count(&self, mut totals: Totals) -> Totals {
        if let Some(clock) = &self.clock {
            totals.clock = Some(clock.counts().clone());
            if let Some(stopped) = clock.stopped() {
                totals.note(stopped.clone());
            }
        }
        totals
    }
}

fn pass(clock: &mut Option<Box<ClockStage>>, tags: &[Tag], sink: &mut dyn FnMut(&[Tag])) {
    match clock {
        Some(clock) => clock.push(tags, sink),
        None => sink(tags),
    }
}
