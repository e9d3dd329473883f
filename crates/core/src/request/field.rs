//! The fields of requests: key, kind and meaning of each.

/// One field of a request: what the generated TypeScript, and a reader, need to know of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Field {
    /// The key in the request.
    pub name: &'static str,
    /// What its value may be.
    pub kind: FieldKind,
    /// What it means, with its unit.
    pub doc: &'static str,
}

/// What the value of a [`Field`] may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldKind {
    /// The number of a channel; must be given.
    Channel,
    /// The number of a channel; may be left out.
    OptionalChannel,
    /// A time or a delay in ticks; may be left out.
    Ticks,
    /// A time in ticks that must be given.
    RequiredTicks,
    /// A width in ticks, greater than 0; may be left out.
    Width,
    /// A number of things, greater than 0; may be left out.
    Number,
    /// A time in ticks that need not be whole, greater than 0; may be left out.
    RealTicks,
    /// A finite number, whole or not; may be left out.
    Real,
    /// A word; may be left out.
    Word,
    /// A list of whole numbers; may be left out.
    Numbers,
    /// Lists of channels; may be left out.
    ChannelLists,
    /// A list of `[channel, ticks]`; may be left out.
    ChannelDelays,
}

impl FieldKind {
    /// Whether a request without the field is refused.
    pub fn is_required(self) -> bool {
        matches!(self, Self::Channel | Self::RequiredTicks)
    }

    /// The type in TypeScript.
    pub fn typescript(self) -> &'static str {
        match self {
            Self::Channel
            | Self::OptionalChannel
            | Self::Ticks
            | Self::RequiredTicks
            | Self::Width
            | Self::Number => "bigint",
            Self::RealTicks | Self::Real => "number",
            Self::Word => "string",
            Self::Numbers => "readonly bigint[]",
            Self::ChannelLists => "readonly (readonly bigint[])[]",
            Self::ChannelDelays => "readonly (readonly [bigint, bigint])[]",
        }
    }
}
