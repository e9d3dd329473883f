//! Lists of words that scripts match on.

/// Declares an enum whose items serialise to words in small letters and hyphens.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident: $($(#[$item_doc:meta])* $item:ident = $word:literal,)*) => {
        $(#[$doc])*
        pub enum $name { $($(#[$item_doc])* $item,)* }

        impl $name {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$item,)*];

            /// The word that scripts match on, in small letters and hyphens.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$item => $word,)* }
            }
        }

        #[cfg(feature = "schema")]
        impl schemars::JsonSchema for $name {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({"type": "string", "format": stringify!($name)})
            }
        }

        /// The byte form is the word, so that it does not depend on the order of the list.
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let word = <String as serde::Deserialize>::deserialize(deserializer)?;
                let known = Self::ALL.iter().find(|known| known.as_str() == word);
                known.copied().ok_or_else(|| serde::de::Error::custom(format!("{word} is not known")))
            }
        }
    };
}

pub(crate) use words;
