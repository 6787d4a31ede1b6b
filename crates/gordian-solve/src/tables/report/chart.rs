//! Histograms as SVG; the style sheet of the page defines the colours.

use super::text::{Text, escaped, grouped};

/// The scale of the heights of bars.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scale {
    Linear,
    /// Logarithmic heights, so that small numbers are visible beside large ones.
    Logarithmic,
}

/// Bars of one colour.
#[derive(Clone, Copy, Debug)]
pub(super) struct Series<'a> {
    /// The name in the legend.
    pub(super) name: &'a str,
    /// The CSS class of the bars.
    pub(super) class: &'a str,
    /// The counts by distance.
    pub(super) counts: &'a [u64],
}

/// A histogram over distances.
#[derive(Clone, Copy, Debug)]
pub(super) struct Histogram<'a> {
    /// The id, unique on the page.
    pub(super) id: &'a str,
    /// The text alternative of the chart.
    pub(super) title: &'a str,
    /// The unit of the numbers, in the plural.
    pub(super) unit: &'a str,
    pub(super) scale: Scale,
    pub(super) series: &'a [Series<'a>],
}

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 300.0;
const LEFT: f64 = 62.0;
const RIGHT: f64 = 8.0;
const TOP: f64 = 24.0;
const BOTTOM: f64 = 42.0;
/// The part of the width of a distance that its bars fill.
const FILLED: f64 = 0.8;
/// The logarithmic axis begins this far below 1, so that a single position is visible.
const BELOW_ONE: f64 = 0.6;

impl Scale {
    /// Returns the height of a bar as a fraction of the height of the axis, which ends at `top`.
    fn height(self, n: u64, top: f64) -> f64 {
        match self {
            _ if n == 0 => 0.0,
            Self::Linear => n as f64 / top,
            Self::Logarithmic => ((n as f64).log10() + BELOW_ONE) / (top.log10() + BELOW_ONE),
        }
    }

    /// Returns the end of the axis, and its ticks with their labels.
    fn axis(self, max: u64) -> (f64, Vec<(u64, String)>) {
        match self {
            Self::Linear => {
                let (unit, name) = unit(max);
                let step = step(max);
                let marks = (0..=max.div_ceil(step)).map(|it| it * step);
                let marks: Vec<(u64, String)> = marks
                    .map(|n| (n, if n == 0 { "0".to_owned() } else { in_unit(n, unit, name) }))
                    .collect();
                (marks.last().map_or(1.0, |mark| mark.0 as f64), marks)
            }
            Self::Logarithmic => {
                let decades = max.checked_ilog10().unwrap_or(0) + 1;
                let marks = (0..=decades).step_by(if decades > 6 { 2 } else { 1 });
                let marks = marks.map(|it| (10_u64.pow(it), power_of_ten(it))).collect();
                (10_f64.powf(decades.into()), marks)
            }
        }
    }
}

/// Returns the largest unit up to a billion that does not exceed `max`, with its suffix.
fn unit(max: u64) -> (u64, &'static str) {
    let units = [(1_000_000_000, "\u{a0}bn"), (1_000_000, "\u{a0}m"), (1_000, "\u{a0}k"), (1, "")];
    units.into_iter().find(|unit| unit.0 <= max).unwrap_or((1, ""))
}

fn in_unit(n: u64, unit: u64, name: &str) -> String {
    let (whole, tenths) = (n / unit, n % unit * 10 / unit);
    if tenths == 0 { format!("{whole}{name}") } else { format!("{whole}.{tenths}{name}") }
}

/// Returns a round tick distance: `max` is three to six times as large.
fn step(max: u64) -> u64 {
    let decade = 10_u64.pow((max / 3).checked_ilog10().unwrap_or(0));
    let steps = [1, 2, 5, 10].map(|it| it * decade);
    steps.into_iter().find(|step| max.div_ceil(*step) <= 6).unwrap_or(max.max(1))
}

fn power_of_ten(exponent: u32) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    if exponent == 0 {
        return "1".to_owned();
    }
    let digits = exponent.to_string();
    let digits = digits.chars().filter_map(|digit| digit.to_digit(10));
    let digits = digits.filter_map(|digit| DIGITS.get(usize::try_from(digit).ok()?));
    format!("10{}", digits.collect::<String>())
}

impl Histogram<'_> {
    /// Draws the histogram.
    pub(super) fn draw(&self) -> String {
        let mut out = Text::default();
        let id = self.id;
        out.put(format_args!(
            "<svg class=\"chart\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" \
             aria-labelledby=\"{id}-title\">\n<title id=\"{id}-title\">{}</title>\n",
            escaped(self.title)
        ));
        let max = self.series.iter().flat_map(|it| it.counts).max().copied().unwrap_or(1);
        let (top, marks) = self.scale.axis(max);
        for (n, name) in marks {
            let y = self.y(n, top);
            out.put(format_args!(
                "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\
                 <text class=\"end\" x=\"{}\" y=\"{:.1}\">{name}</text>\n",
                WIDTH - RIGHT,
                LEFT - 8.0,
                y + 4.0,
            ));
        }
        self.bars(&mut out, top);
        out.put(format_args!(
            "<line class=\"axis\" x1=\"{LEFT}\" x2=\"{}\" y1=\"{base}\" y2=\"{base}\"/>\n\
             <text x=\"{}\" y=\"{}\">twists</text>\n",
            WIDTH - RIGHT,
            f64::midpoint(LEFT, WIDTH - RIGHT),
            HEIGHT - 4.0,
            base = HEIGHT - BOTTOM,
        ));
        if self.series.len() > 1 {
            self.legend(&mut out);
        }
        out.push("</svg>\n");
        out.into_string()
    }

    fn y(&self, n: u64, top: f64) -> f64 {
        let height = self.scale.height(n, top);
        HEIGHT - BOTTOM - height * (HEIGHT - BOTTOM - TOP)
    }

    fn bars(&self, out: &mut Text, top: f64) {
        let n_places = self.series.iter().map(|it| it.counts.len()).max().unwrap_or(0);
        let place_width = (WIDTH - LEFT - RIGHT) / n_places.max(1) as f64;
        let width = FILLED * place_width / self.series.len() as f64;
        for place in 0..n_places {
            let start = LEFT + place_width * (place as f64 + (1.0 - FILLED) / 2.0);
            for (nth, series) in self.series.iter().enumerate() {
                let n = series.counts.get(place).copied().unwrap_or(0);
                if n == 0 {
                    continue;
                }
                // A minimal height, so that small numbers stay visible.
                let y = self.y(n, top).min(HEIGHT - BOTTOM - 0.7);
                out.put(format_args!(
                    "<rect class=\"{}\" x=\"{:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\">\
                     <title>{place} twists: {} {} ({})</title></rect>\n",
                    series.class,
                    start + nth as f64 * width,
                    width - 1.0,
                    HEIGHT - BOTTOM - y,
                    grouped(n),
                    self.unit,
                    series.name,
                ));
            }
            out.put(format_args!(
                "<text x=\"{:.1}\" y=\"{}\">{place}</text>\n",
                LEFT + place_width * (place as f64 + 0.5),
                HEIGHT - BOTTOM + 16.0,
            ));
        }
    }

    fn legend(&self, out: &mut Text) {
        let mut x = LEFT + 8.0;
        for series in self.series {
            out.put(format_args!(
                "<rect class=\"{}\" x=\"{x}\" y=\"4\" width=\"11\" height=\"11\"/>\
                 <text class=\"start\" x=\"{}\" y=\"14\">{}</text>\n",
                series.class,
                x + 17.0,
                escaped(series.name),
            ));
            x += 220.0;
        }
    }
}

/// Draws a sparkline of a distribution: small logarithmic bars without numbers.
pub(super) fn sparkline(counts: &[u64], title: &str) -> String {
    const BAR: usize = 9;
    const HIGH: f64 = 36.0;
    let width = BAR * counts.len();
    let top = counts.iter().max().copied().unwrap_or(1) as f64;
    let mut out = Text::default();
    out.put(format_args!(
        "<svg class=\"spark\" viewBox=\"0 0 {width} {HIGH}\" preserveAspectRatio=\"none\" \
         role=\"img\"><title>{}</title>",
        escaped(title)
    ));
    for (place, &n) in counts.iter().enumerate() {
        let height = HIGH * Scale::Logarithmic.height(n, top.max(10.0));
        if n > 0 {
            out.put(format_args!(
                "<rect class=\"true\" x=\"{}\" y=\"{:.1}\" width=\"{}\" height=\"{height:.1}\"/>",
                BAR * place,
                HIGH - height,
                BAR - 1,
            ));
        }
    }
    out.push("</svg>");
    out.into_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_end_at_round_numbers() {
        let check = |scale: Scale, max, expected: &[&str]| {
            let marks = scale.axis(max).1;
            let names: Vec<&str> = marks.iter().map(|mark| mark.1.as_str()).collect();
            assert_eq!(names, expected, "{max}");
        };
        check(Scale::Linear, 1, &["0", "1"]);
        check(Scale::Linear, 34, &["0", "10", "20", "30", "40"]);
        let billions =
            ["0", "1\u{a0}bn", "2\u{a0}bn", "3\u{a0}bn", "4\u{a0}bn", "5\u{a0}bn", "6\u{a0}bn"];
        check(Scale::Linear, 5_502_343_432, &billions);
        let halves = ["0", "0.5\u{a0}k", "1\u{a0}k", "1.5\u{a0}k", "2\u{a0}k"];
        check(Scale::Linear, 1_900, &halves);
        check(Scale::Logarithmic, 999, &["1", "10¹", "10²", "10³"]);
        check(Scale::Logarithmic, 10_000_000_000, &["1", "10²", "10⁴", "10⁶", "10⁸", "10¹⁰"]);
    }

    #[test]
    fn heights_rise_with_numbers() {
        for scale in [Scale::Linear, Scale::Logarithmic] {
            let heights: Vec<f64> = [0, 1, 10, 500, 1000].map(|n| scale.height(n, 1000.0)).into();
            assert!(heights.is_sorted_by(|a, b| a < b), "{scale:?}: {heights:?}");
            assert_eq!((heights[0], heights[4]), (0.0, 1.0));
        }
    }
}
