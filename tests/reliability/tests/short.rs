//! A few hundred damaged copies, as `npm run reliability` makes many thousand.

use tagview_reliability::campaign::run;
use tagview_reliability::inputs::generated;

#[test]
fn no_damage_lets_anything_wrong_pass_or_loses_a_sound_frame() {
    let recordings = generated(2000).unwrap_or_else(|error| panic!("{error}"));
    assert!(recordings.iter().filter(|sound| sound.is_guarded).count() >= 4);
    let (mut noticed, mut recovered) = (0, 0);
    for sound in &recordings {
        for row in run(sound, 100, 7) {
            assert!(row.failures.is_empty(), "{}, {}: {:#?}", row.recording, row.kind, row.failures);
            assert!(!row.is_guarded || row.unnoticed == 0);
            noticed += row.noticed;
            recovered += row.recovered;
        }
    }
    assert!(noticed > 200 && recovered > 100_000, "{noticed} noticed, {recovered} tags recovered");
}
