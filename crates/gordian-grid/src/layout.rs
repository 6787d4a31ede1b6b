//! The houses of a grid: sets of cells that must differ.

use std::fmt;
use std::sync::Arc;

use thiserror::Error;

/// A square grid of n×n cells and its houses: sets of cells in which no digit from 1 to n repeats.
///
/// Rows and columns are always houses; regions (boxes or irregular), diagonals and extra groups can
/// be added. Clones share their memory.
///
/// *Shape*: cells are numbered row by row from 0, `row · n + column`.
///
/// # Example
///
/// ```
/// use gordian_grid::Layout;
///
/// let layout = Layout::classic();
/// assert_eq!((layout.n(), layout.n_cells(), layout.houses().len()), (9, 81, 27));
/// assert_eq!(layout.houses()[20].name, "box 3");
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Layout {
    n: usize,
    /// Height and width of the boxes, if the regions are boxes.
    boxes: Option<(usize, usize)>,
    houses: Arc<[House]>,
}

/// A house: a set of cells that must differ.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema))]
pub struct House {
    /// The kind of house.
    pub kind: HouseKind,
    /// The name in messages, such as `row 3` or `box 5`.
    pub name: String,
    /// The cells, row by row from 0, each once, in increasing order: n of them, or any number in an
    /// extra group.
    pub cells: Vec<usize>,
}

/// The kind of a house.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(rename_all = "kebab-case")
)]
pub enum HouseKind {
    /// A row.
    Row,
    /// A column.
    Column,
    /// A box, or an irregular region.
    Region,
    /// The diagonal from the top left to the bottom right.
    MainDiagonal,
    /// The diagonal from the top right to the bottom left.
    AntiDiagonal,
    /// An extra group of cells.
    Group,
}

impl HouseKind {
    /// Returns whether this is one of the two diagonals.
    #[must_use]
    pub fn is_diagonal(self) -> bool {
        matches!(self, Self::MainDiagonal | Self::AntiDiagonal)
    }
}

/// Why a layout is invalid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LayoutError {
    /// The grid is too small or too large.
    #[error("a grid has 1 to {} rows, not {n}", Layout::MAX_SIZE)]
    Size {
        /// The number of rows.
        n: usize,
    },
    /// The number of region labels is not the number of cells.
    #[error("the grid has {cells} cells, but regions are named for {named}")]
    UnnamedCells {
        /// Cells of the grid.
        cells: usize,
        /// The number of labels.
        named: usize,
    },
    /// A region does not have as many cells as the grid has rows.
    #[error("region {region} has {cells} cells instead of {n}")]
    RegionSize {
        /// The region's number, from 1 in the order of first cells.
        region: usize,
        /// The number of its cells.
        cells: usize,
        /// The number of rows.
        n: usize,
    },
    /// A group contains a cell twice, or a cell outside the grid.
    #[error("group `{name}` names a cell twice or outside the grid")]
    GroupCells {
        /// The group's name.
        name: String,
    },
}

impl Layout {
    /// The largest number of rows.
    pub const MAX_SIZE: usize = 64;

    /// Returns the 9×9 grid with boxes of 3×3.
    #[must_use]
    pub fn classic() -> Self {
        Self::boxes(3, 3).expect("9 is a valid size")
    }

    /// Returns the grid of `height · width` rows with boxes of that height and width.
    ///
    /// # Errors
    ///
    /// Fails if the size is not within 1 to [`Self::MAX_SIZE`].
    pub fn boxes(height: usize, width: usize) -> Result<Self, LayoutError> {
        let n = height.saturating_mul(width);
        let mut houses = lines(n)?;
        for number in 0..n {
            let cells = box_cells(n, height, width, number).collect();
            houses.push(House::new(HouseKind::Region, format!("box {}", number + 1), cells));
        }
        Ok(Self { n, boxes: Some((height, width)), houses: houses.into() })
    }

    /// Returns the grid of `n` rows without regions.
    ///
    /// # Errors
    ///
    /// Fails if the size is not within 1 to [`Self::MAX_SIZE`].
    pub fn latin(n: usize) -> Result<Self, LayoutError> {
        Ok(Self { n, boxes: None, houses: lines(n)?.into() })
    }

    /// Returns the grid of `n` rows whose regions are given by `labels`, row by row: cells with
    /// equal labels form a region. Regions that are boxes of one size are recognised as boxes, and
    /// named `box 1`, `box 2`, …; others are named `region 1`, `region 2`, … in the order of their
    /// first cells.
    ///
    /// # Errors
    ///
    /// Fails if the size is not within 1 to [`Self::MAX_SIZE`], if there is not one label per cell,
    /// or if a region does not have n cells.
    pub fn regions<T: PartialEq>(n: usize, labels: &[T]) -> Result<Self, LayoutError> {
        Self::with_regions(n, labels, |number, _, is_box| {
            let kind = if is_box { "box" } else { "region" };
            format!("{kind} {}", number + 1)
        })
    }

    /// Returns the grid of `n` rows with regions as in [`Self::regions`], named by their labels:
    /// `region A` for the label `A`. Regions that are boxes of one size keep these names.
    ///
    /// # Errors
    ///
    /// As [`Self::regions`].
    pub fn labelled_regions<T: PartialEq + fmt::Display>(
        n: usize,
        labels: &[T],
    ) -> Result<Self, LayoutError> {
        Self::with_regions(n, labels, |_, label, _| format!("region {label}"))
    }

    /// Returns the grid whose regions are given by `labels`. The name of a region follows from its
    /// number from 0, its label, and whether the regions are boxes.
    fn with_regions<T: PartialEq>(
        n: usize,
        labels: &[T],
        name: impl Fn(usize, &T, bool) -> String,
    ) -> Result<Self, LayoutError> {
        let mut houses = lines(n)?;
        if labels.len() != n * n {
            return Err(LayoutError::UnnamedCells { cells: n * n, named: labels.len() });
        }
        let mut regions: Vec<Vec<usize>> = Vec::new();
        for (cell, label) in labels.iter().enumerate() {
            match regions.iter_mut().find(|region| labels[region[0]] == *label) {
                Some(region) => region.push(cell),
                None => regions.push(vec![cell]),
            }
        }
        for (number, region) in regions.iter().enumerate() {
            if region.len() != n {
                return Err(LayoutError::RegionSize { region: number + 1, cells: region.len(), n });
            }
        }
        let heights = (1..=n).filter(|&height| n.is_multiple_of(height));
        let mut sizes = heights.map(|height| (height, n / height));
        let boxes = sizes.find(|&(height, width)| {
            regions.iter().enumerate().all(|(number, region)| {
                box_cells(n, height, width, number).eq(region.iter().copied())
            })
        });
        for (number, cells) in regions.into_iter().enumerate() {
            let name = name(number, &labels[cells[0]], boxes.is_some());
            houses.push(House::new(HouseKind::Region, name, cells));
        }
        Ok(Self { n, boxes, houses: houses.into() })
    }

    /// Returns the grid with the main diagonal (top left to bottom right) as a further house.
    #[must_use]
    pub fn with_main_diagonal(&self) -> Self {
        let cells = (0..self.n).map(|i| i * self.n + i).collect();
        self.with_house(House::new(HouseKind::MainDiagonal, "main diagonal".to_owned(), cells))
    }

    /// Returns the grid with the anti-diagonal (top right to bottom left) as a further house.
    #[must_use]
    pub fn with_anti_diagonal(&self) -> Self {
        let cells = (0..self.n).map(|i| i * self.n + self.n - 1 - i).collect();
        self.with_house(House::new(HouseKind::AntiDiagonal, "anti-diagonal".to_owned(), cells))
    }

    /// Returns the grid with an extra group of cells that must differ.
    ///
    /// A grid with a group of more than n cells has no solution.
    ///
    /// # Errors
    ///
    /// Fails if a cell occurs twice or lies outside the grid.
    pub fn with_group(&self, name: &str, cells: Vec<usize>) -> Result<Self, LayoutError> {
        self.with_groups([(name.to_owned(), cells)])
    }

    /// Returns the grid with several extra groups, each with a name and cells. See
    /// [`Self::with_group`].
    ///
    /// *Cost*: proportional to the resulting number of houses. Adding groups one by one has that
    /// cost for each group.
    ///
    /// # Errors
    ///
    /// Fails if a group contains a cell twice or a cell outside the grid.
    pub fn with_groups(
        &self,
        groups: impl IntoIterator<Item = (String, Vec<usize>)>,
    ) -> Result<Self, LayoutError> {
        let mut houses = self.houses.to_vec();
        for (name, mut cells) in groups {
            cells.sort_unstable();
            let distinct = cells.windows(2).all(|pair| pair[0] != pair[1]);
            if !distinct || cells.last().is_some_and(|&cell| cell >= self.n_cells()) {
                return Err(LayoutError::GroupCells { name });
            }
            houses.push(House::new(HouseKind::Group, name, cells));
        }
        Ok(Self { n: self.n, boxes: self.boxes, houses: houses.into() })
    }

    fn with_house(&self, house: House) -> Self {
        let houses = self.houses.iter().cloned().chain([house]).collect();
        Self { n: self.n, boxes: self.boxes, houses }
    }

    /// Returns the number of rows, of columns and of digits.
    #[inline]
    #[must_use]
    pub fn n(&self) -> usize {
        self.n
    }

    /// Returns the number of cells, n·n.
    #[inline]
    #[must_use]
    pub fn n_cells(&self) -> usize {
        self.n * self.n
    }

    /// Returns the mask of all digits: the lowest n bits.
    #[inline]
    #[must_use]
    pub fn all_digits(&self) -> u64 {
        u64::MAX >> (64 - self.n)
    }

    /// Returns the houses: rows, columns, regions, then diagonals and groups in the order in which
    /// they were added.
    #[inline]
    #[must_use]
    pub fn houses(&self) -> &[House] {
        &self.houses
    }

    /// Returns the houses of a kind, in order.
    pub fn houses_of(&self, kind: HouseKind) -> impl Iterator<Item = &House> {
        self.houses.iter().filter(move |house| house.kind == kind)
    }

    /// Returns the height and width of the boxes, if the regions are boxes.
    #[inline]
    #[must_use]
    pub fn box_size(&self) -> Option<(usize, usize)> {
        self.boxes
    }

    /// Returns whether this is the 9×9 grid with boxes of 3×3 and nothing else.
    #[inline]
    #[must_use]
    pub fn is_classic(&self) -> bool {
        self.boxes == Some((3, 3)) && self.houses.len() == 27
    }
}

impl fmt::Debug for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = f.debug_struct("Layout");
        out.field("n", &self.n).field("boxes", &self.boxes);
        out.field("houses", &self.houses.len()).finish()
    }
}

impl House {
    fn new(kind: HouseKind, name: String, cells: Vec<usize>) -> Self {
        Self { kind, name, cells }
    }
}

/// Returns the cells of the box with this number from 0, in increasing order.
fn box_cells(n: usize, height: usize, width: usize, number: usize) -> impl Iterator<Item = usize> {
    let (top, left) = (number / height * height, number % height * width);
    (0..n).map(move |i| (top + i / width) * n + left + i % width)
}

/// Returns the rows and columns of a grid.
fn lines(n: usize) -> Result<Vec<House>, LayoutError> {
    if n == 0 || n > Layout::MAX_SIZE {
        return Err(LayoutError::Size { n });
    }
    let row = |row: usize| {
        let cells = (0..n).map(|i| row * n + i).collect();
        House::new(HouseKind::Row, format!("row {}", row + 1), cells)
    };
    let column = |column: usize| {
        let cells = (0..n).map(|i| i * n + column).collect();
        House::new(HouseKind::Column, format!("column {}", column + 1), cells)
    };
    Ok((0..n).map(row).chain((0..n).map(column)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions_have_the_names_of_their_labels() {
        let names = |layout: &Layout| -> Vec<String> {
            layout.houses()[8..].iter().map(|house| house.name.clone()).collect()
        };
        let irregular: Vec<char> = "QQQBQCBBCCDBCDDD".chars().collect();
        let labelled = Layout::labelled_regions(4, &irregular).expect("regions of four cells");
        assert_eq!(names(&labelled), ["region Q", "region B", "region C", "region D"]);
        let numbered = Layout::regions(4, &irregular).expect("regions of four cells");
        assert_eq!(names(&numbered), ["region 1", "region 2", "region 3", "region 4"]);
        assert_eq!((labelled.box_size(), numbered.box_size()), (None, None));

        let square: Vec<char> = "PPBBPPBBCCDDCCDD".chars().collect();
        let labelled = Layout::labelled_regions(4, &square).expect("regions of four cells");
        assert_eq!(names(&labelled), ["region P", "region B", "region C", "region D"]);
        assert_eq!(labelled.box_size(), Some((2, 2)));
        assert_eq!(Layout::regions(4, &square), Layout::boxes(2, 2));
    }

    #[test]
    fn groups_are_added_without_copies() {
        let groups: Vec<(String, Vec<usize>)> =
            (0..80).map(|cell| (format!("group {cell}"), vec![cell, cell + 1])).collect();
        let places: Vec<_> =
            groups.iter().map(|(name, cells)| (name.as_ptr(), cells.as_ptr())).collect();
        let layout = Layout::classic().with_groups(groups).expect("cells of the grid");
        let of_house = |house: &House| (house.name.as_ptr(), house.cells.as_ptr());
        // Copied houses, which adding groups one by one would make, have other addresses.
        assert_eq!(layout.houses()[27..].iter().map(of_house).collect::<Vec<_>>(), places);
    }
}
