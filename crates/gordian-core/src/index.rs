//! Typed indices, so that an index of one kind (a variable) cannot be used for another (a clause).

use std::marker::PhantomData;
use std::ops;

/// A zero-based index of items of one kind.
///
/// Defined by [`index!`](crate::index!).
pub trait Index: Copy + Eq + Ord {
    /// Returns the index of the item at `position`, counted from zero.
    ///
    /// # Panics
    ///
    /// Panics if the position does not fit into the index type; no structure of Gordian holds that
    /// many items.
    fn from_usize(position: usize) -> Self;

    /// Returns the position, counted from zero.
    fn index(self) -> usize;
}

/// Defines index types: newtypes over `u32` for zero-based indices of one kind.
///
/// # Example
///
/// ```
/// use gordian_core::{Index, index};
///
/// index! {
///     /// A node of a graph.
///     pub struct NodeId;
/// }
///
/// assert_eq!(NodeId::from_usize(3).index(), 3);
/// ```
#[macro_export]
macro_rules! index {
    ($($(#[$meta:meta])* $vis:vis struct $name:ident;)*) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(transparent)]
        $vis struct $name(u32);

        impl $crate::Index for $name {
            #[inline]
            fn from_usize(position: usize) -> Self {
                Self(u32::try_from(position).expect("the position fits into 32 bits"))
            }

            #[inline]
            fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

/// A vector that is indexed by its own index type.
///
/// # Example
///
/// ```
/// use gordian_core::{Index, IndexVec, index};
///
/// index! {
///     /// A row of a board.
///     pub struct Row;
/// }
///
/// let mut names: IndexVec<Row, &str> = IndexVec::new();
/// let top = names.push("top");
/// assert_eq!(names[top], "top");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct IndexVec<I, T> {
    items: Vec<T>,
    kind: PhantomData<fn(I) -> I>,
}

impl<I: Index, T> IndexVec<I, T> {
    /// Returns an empty vector.
    #[must_use]
    pub fn new() -> Self {
        Self { items: Vec::new(), kind: PhantomData }
    }

    /// Returns an empty vector with capacity for `n` items.
    #[must_use]
    pub fn with_capacity(n: usize) -> Self {
        Self { items: Vec::with_capacity(n), kind: PhantomData }
    }

    /// Appends `item` and returns its index.
    pub fn push(&mut self, item: T) -> I {
        let index = I::from_usize(self.items.len());
        self.items.push(item);
        index
    }

    /// Returns the number of items.
    #[must_use]
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Returns whether the vector has no items.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Returns the item at `index`, or `None` if the index is out of range.
    #[must_use]
    pub fn get(&self, index: I) -> Option<&T> {
        self.items.get(index.index())
    }

    /// Returns the items in index order.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.items.iter()
    }

    /// Returns an iterator over the items that allows changing them.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.items.iter_mut()
    }

    /// Keeps the items for which `keep` returns true; the indices of those behind others change.
    pub fn retain_mut(&mut self, keep: impl FnMut(&mut T) -> bool) {
        self.items.retain_mut(keep);
    }

    /// Returns the indices in increasing order.
    pub fn indices(&self) -> impl DoubleEndedIterator<Item = I> + ExactSizeIterator + use<I, T> {
        (0..self.items.len()).map(I::from_usize)
    }

    /// Returns pairs of index and item, in index order.
    pub fn iter_enumerated(&self) -> impl DoubleEndedIterator<Item = (I, &T)> {
        self.items.iter().enumerate().map(|(position, item)| (I::from_usize(position), item))
    }

    /// Returns the items as a slice.
    #[must_use]
    pub fn as_slice(&self) -> &[T] {
        &self.items
    }
}

impl<I: Index, T> Default for IndexVec<I, T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<I: Index, T> From<Vec<T>> for IndexVec<I, T> {
    fn from(items: Vec<T>) -> Self {
        Self { items, kind: PhantomData }
    }
}

impl<I: Index, T> FromIterator<T> for IndexVec<I, T> {
    fn from_iter<It: IntoIterator<Item = T>>(items: It) -> Self {
        items.into_iter().collect::<Vec<T>>().into()
    }
}

impl<I: Index, T> ops::Index<I> for IndexVec<I, T> {
    type Output = T;

    #[inline]
    fn index(&self, index: I) -> &T {
        &self.items[index.index()]
    }
}

impl<I: Index, T> ops::IndexMut<I> for IndexVec<I, T> {
    #[inline]
    fn index_mut(&mut self, index: I) -> &mut T {
        &mut self.items[index.index()]
    }
}

impl<'a, I: Index, T> IntoIterator for &'a IndexVec<I, T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.items.iter()
    }
}
