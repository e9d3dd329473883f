//! Sparse columns of cells.

/// Number of cells allocated together.
const TILE: usize = 32;

/// A column of cells. Groups of cells without counts take no memory.
#[derive(Debug, Clone)]
pub struct Tiled<T> {
    tiles: Vec<Option<Box<[T; TILE]>>>,
}

impl<T> Default for Tiled<T> {
    fn default() -> Self {
        Self { tiles: Vec::new() }
    }
}

impl<T: Copy + Default> Tiled<T> {
    pub fn is_empty(&self) -> bool {
        self.tiles.is_empty()
    }

    /// Returns the cell at `index`, for adding to it.
    #[inline]
    pub fn at(&mut self, index: usize) -> &mut T {
        let number = index / TILE;
        if self.tiles.len() <= number {
            self.tiles.resize(number + 1, None);
        }
        let tile = self.tiles[number].get_or_insert_with(|| Box::new([T::default(); TILE]));
        &mut tile[index % TILE]
    }

    /// Returns the cells of groups with counts, and their indices.
    pub fn cells(&self) -> impl Iterator<Item = (usize, T)> {
        let tiles = self.tiles.iter().enumerate().filter_map(|(number, tile)| Some((number, tile.as_ref()?)));
        tiles.flat_map(|(number, tile)| {
            tile.iter().enumerate().map(move |(k, cell)| (number * TILE + k, *cell))
        })
    }
}
