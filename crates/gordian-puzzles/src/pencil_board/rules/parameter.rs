//! The parameters of rules: how they are read from puzzle files, and how they are written.

use std::fmt::Debug;

use crate::board::Reader;
use crate::board::reader::{Value, nearest_name};
use crate::diagnostic::{Diagnostic, excerpt};

/// The largest number of a parameter.
pub const MAX_PARAMETER: u32 = 10_000;

/// Which values a parameter can have, for editors and the reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// One of these names.
    One(&'static [&'static str]),
    /// One or more of these names.
    Several(&'static [&'static str]),
    /// A whole number up to [`MAX_PARAMETER`].
    Number,
}

/// The type of a parameter.
pub trait Parameter: Clone + Debug + PartialEq + Eq {
    /// Which values there are.
    const VALUES: Values;
    /// Whether the parameter can be left out.
    const IS_OPTIONAL: bool = false;

    /// Reads a value; reports an error and returns `None` if it is not one.
    fn read(reader: &mut Reader<'_>, what: &str, value: &Value<'_>) -> Option<Self>;

    /// Returns the value of a parameter that is left out; `None` if it cannot be.
    #[must_use]
    fn left_out() -> Option<Self> {
        None
    }

    /// Returns the value as it is written in files and documents; `None` if it is left out.
    fn written(&self) -> Option<String>;
}

/// A parameter that is one of a few names.
pub trait Choice: Copy + Debug + PartialEq + Eq + 'static {
    /// What the names are for, as a sentence.
    const DESCRIPTION: &'static str;
    /// The names.
    const NAMES: &'static [&'static str];
    /// What each name means, as sentences.
    const MEANINGS: &'static [&'static str];
    /// The values, in the order of the names.
    const ALL: &'static [Self];

    /// Returns the name.
    #[must_use]
    fn name(self) -> &'static str {
        let index = Self::ALL.iter().position(|&it| it == self).expect("all values are listed");
        Self::NAMES[index]
    }
}

/// Reads one of a few names.
fn read_choice<T: Choice>(reader: &mut Reader<'_>, what: &str, value: &Value<'_>) -> Option<T> {
    let text = reader.text(what, value)?;
    if let Some(index) = T::NAMES.iter().position(|name| *name == text) {
        return Some(T::ALL[index]);
    }
    let message = format!("{what} is `{}`", excerpt(text));
    let hint = match nearest_name(text, T::NAMES) {
        Some(nearest) => format!("did you mean `{nearest}`?"),
        None => format!("give one of `{}`", T::NAMES.join("`, `")),
    };
    reader.report(Diagnostic::new("puzzle.unknown-value", value.span(), message).hint(hint));
    None
}

impl<T: Choice> Parameter for T {
    const VALUES: Values = Values::One(T::NAMES);

    fn read(reader: &mut Reader<'_>, what: &str, value: &Value<'_>) -> Option<Self> {
        read_choice(reader, what, value)
    }

    fn written(&self) -> Option<String> {
        Some(format!("\"{}\"", self.name()))
    }
}

/// One or more choices, in the order of the names; written as one name, or as a list.
impl<T: Choice> Parameter for Vec<T> {
    const VALUES: Values = Values::Several(T::NAMES);

    fn read(reader: &mut Reader<'_>, what: &str, value: &Value<'_>) -> Option<Self> {
        let mut chosen = Vec::new();
        if let toml::de::DeValue::Array(items) = value.get_ref() {
            for item in items {
                chosen.push(read_choice::<T>(reader, what, item)?);
            }
        } else {
            chosen.push(read_choice::<T>(reader, what, value)?);
        }
        if chosen.is_empty() {
            let hint = format!("give one or more of `{}`", T::NAMES.join("`, `"));
            let message = format!("{what} is empty");
            reader.report(Diagnostic::new("puzzle.bad-rule", value.span(), message).hint(hint));
            return None;
        }
        Some(T::ALL.iter().copied().filter(|it| chosen.contains(it)).collect())
    }

    fn written(&self) -> Option<String> {
        let names: Vec<String> = self.iter().map(|it| format!("\"{}\"", it.name())).collect();
        match &names[..] {
            [name] => Some(name.clone()),
            _ => Some(format!("[{}]", names.join(", "))),
        }
    }
}

impl Parameter for u32 {
    const VALUES: Values = Values::Number;

    fn read(reader: &mut Reader<'_>, what: &str, value: &Value<'_>) -> Option<Self> {
        let number = reader.integer(what, value, 0..=MAX_PARAMETER as usize)?;
        Some(Self::try_from(number).expect("it is small"))
    }

    fn written(&self) -> Option<String> {
        Some(self.to_string())
    }
}

impl<P: Parameter> Parameter for Option<P> {
    const VALUES: Values = P::VALUES;
    const IS_OPTIONAL: bool = true;

    fn read(reader: &mut Reader<'_>, what: &str, value: &Value<'_>) -> Option<Self> {
        P::read(reader, what, value).map(Some)
    }

    fn left_out() -> Option<Self> {
        Some(None)
    }

    fn written(&self) -> Option<String> {
        self.as_ref().and_then(P::written)
    }
}

/// Reads the parameter `key` of a rule.
pub(super) fn read_parameter<P: Parameter>(
    reader: &mut Reader<'_>,
    rule: &str,
    value: &Value<'_>,
    key: &str,
) -> Option<P> {
    let toml::de::DeValue::Table(table) = value.get_ref() else { return None };
    let Some(found) = table.get(key) else {
        let missing = P::left_out();
        if missing.is_none() {
            let message = format!("the rule `{rule}` has no `{key}`");
            let hint = match P::VALUES {
                Values::One(names) => format!("give one of `{}`", names.join("`, `")),
                Values::Several(names) => format!("give one or more of `{}`", names.join("`, `")),
                Values::Number => "give a whole number".to_owned(),
            };
            reader.report(Diagnostic::new("puzzle.missing-key", value.span(), message).hint(hint));
        }
        return missing;
    };
    P::read(reader, &format!("`{key}` of the rule `{rule}`"), found)
}

/// Declares a parameter that is one of a few names.
macro_rules! choice {
    (
        $(#[doc = $text:literal])*
        pub enum $Name:ident {
            $($(#[doc = $of_variant:literal])* $Variant:ident = $name:literal),* $(,)?
        }
    ) => {
        $(#[doc = $text])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum $Name {
            $($(#[doc = $of_variant])* $Variant),*
        }

        impl crate::pencil_board::rules::Choice for $Name {
            const DESCRIPTION: &'static str = concat!($($text),*);
            const NAMES: &'static [&'static str] = &[$($name),*];
            const MEANINGS: &'static [&'static str] = &[$(concat!($($of_variant),*)),*];
            const ALL: &'static [Self] = &[$(Self::$Variant),*];
        }
    };
}

/// Declares a rule: its name in files, and its parameters with their keys.
macro_rules! rule {
    (
        $(#[doc = $text:literal])*
        $name:literal = pub struct $Rule:ident {
            $($(#[doc = $of_field:literal])* $key:literal = $field:ident: $Type:ty),* $(,)?
        }
    ) => {
        $(#[doc = $text])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct $Rule {
            $($(#[doc = $of_field])* pub $field: $Type),*
        }

        impl crate::pencil_board::rules::Declared for $Rule {
            const NAME: &'static str = $name;
            const DESCRIPTION: &'static str = concat!($($text),*);
            const PARAMETERS: &'static [crate::pencil_board::rules::ParameterForm] = &[$(
                crate::pencil_board::rules::ParameterForm {
                    key: $key,
                    description: concat!($($of_field),*),
                    values: <$Type as crate::pencil_board::rules::Parameter>::VALUES,
                    is_optional: <$Type as crate::pencil_board::rules::Parameter>::IS_OPTIONAL,
                }
            ),*];

            fn read(
                reader: &mut crate::board::Reader<'_>,
                value: &crate::board::reader::Value<'_>,
            ) -> Option<Self> {
                let _ = (&reader, value);
                $(
                    let $field = crate::pencil_board::rules::parameter::read_parameter::<$Type>(
                        reader, $name, value, $key,
                    );
                )*
                Some(Self { $($field: $field?),* })
            }

            fn written(&self) -> Vec<(&'static str, String)> {
                let parameters: Vec<(&'static str, Option<String>)> =
                    vec![$(($key, crate::pencil_board::rules::Parameter::written(&self.$field))),*];
                parameters.into_iter().filter_map(|(key, text)| Some((key, text?))).collect()
            }
        }
    };
}
pub(super) use {choice, rule};
