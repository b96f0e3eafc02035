using System.Text.RegularExpressions;

namespace Orchestrator.Service.Tests.Browser;

/// <summary>
/// WCAG 2.2 AA by named checks over every page: what colours decide light and dark at 390 and at 1,440 points, the rest
/// once for each of both, but the keyboard at one of them, which the seed chooses, or at both with
/// ORCHESTRATOR_TEST_FULL=1. Whether a check finds anything is shown on a page that fails them all.
/// </summary>
internal sealed partial class AccessibilityTests
{
    private const string Bad = """
        <!DOCTYPE html><html><head><title>Runs</title><style>
        @keyframes turn { to { rotate: 1turn } }
        .first { border: 0; background: #fff } .low { color: #aaa; background: #fff } a:focus { outline: none }
        .moving { animation: turn 1s infinite } .cut { height: 9px; overflow: hidden } .wide { width: 4000px }
        .state { color: red } button { border: 1px solid #eee }
        </style></head><body><h3>Runs</h3><p class="low">pale</p><button></button><a href="/a"><i></i>.</a>
        <p class="first moving">colour alone</p><span class="state">✖</span><div class="cut">two<br>lines</div>
        <div class="wide">wide</div>
        <svg class="plan"><a data-node="x" href="/x"><rect width="30" height="30"/></a></svg>
        <a tabindex="-1" href="/never">never</a></body></html>
        """;

    // A trap: from the last one there is no way on.
    private const string Trap = """
        <!DOCTYPE html><html><body><a href="/a">one</a><a href="/b" onkeydown="event.preventDefault()">two</a>
        <a href="/c">three</a></body></html>
        """;

    private static readonly string[] Named =
        ["link", "button", "textbox", "searchbox", "combobox", "meter", "img", "region", "navigation"];

    private static readonly string Checks = Read("checks.js");

    private static readonly string[] OfColours = ["text", "shapes", "states"];

    private static readonly string[] AtOnce = [.. OfColours, "labels", "order", "language", "targets", "twins"];

    private const string Wider = """
        (() => {
            const style = new CSSStyleSheet();
            style.replaceSync('* { line-height: 1.5 !important; letter-spacing: 0.12em !important; '
                + 'word-spacing: 0.16em !important } p { margin-bottom: 2em !important }');
            document.adoptedStyleSheets = [style];
        })()
        """;

    // What moves unless its reader wants no motion.
    private const string Moving = """
        (() => {
            const style = new CSSStyleSheet();
            style.replaceSync('@keyframes turn { to { rotate: 1turn } } '
                + 'main { transition: all 1s; animation: turn 1s infinite; scroll-behavior: smooth }');
            document.adoptedStyleSheets = [style];
        })()
        """;

    private const string AsWritten = "document.adoptedStyleSheets = []";

    // What colours hardly decide is looked at where each width and each scheme is met once.
    private static readonly (int Width, bool IsDark)[] Screens = [(390, false), (1_440, true)];

    private static readonly bool IsFull = Environment.GetEnvironmentVariable("ORCHESTRATOR_TEST_FULL") == "1";

    private readonly Dictionary<string, List<string>> _found = [];
    private Chromium _chromium = null!;
    private ShownService _shown = null!;

    [OneTimeSetUp]
    public async Task Serve()
    {
        _chromium = Chromium.Start(TimeSpan.FromMinutes(30));
        _shown = await ShownService.StartAsync();
        LookEverywhere();
    }

    [OneTimeTearDown]
    public async Task Stop()
    {
        _chromium?.Dispose();
        if (_shown is not null)
        {
            await _shown.DisposeAsync();
        }
    }

    [Test]
    public void Text_has_a_contrast_of_four_and_a_half() => Holds("text");

    [Test]
    public void Fields_and_shapes_that_say_something_have_a_contrast_of_three() => Holds("shapes");

    [Test]
    public void Landmarks_and_headings_are_in_order() => Holds("order");

    [Test]
    public void A_page_says_its_language() => Holds("language");

    [Test]
    public void Targets_are_at_least_24_points_high_and_wide() => Holds("targets");

    [Test]
    public void Each_state_has_a_symbol_and_a_word() => Holds("states");

    [Test]
    public void Gantt_trend_and_plan_have_a_table_that_says_the_same() => Holds("twins");

    [Test]
    public void Each_control_has_a_label() => Holds("labels");

    [Test]
    public void A_screen_reader_hears_a_name_of_each_control() => Holds("heard");

    [Test]
    public void The_title_begins_with_the_state() => Holds("title");

    [Test]
    public void The_keyboard_reaches_everything_without_a_trap_and_the_focus_is_always_seen() => Holds("keyboard");

    [Test]
    public void States_can_be_told_apart_in_the_colours_of_the_system() => Holds("forced");

    [Test]
    public void Nothing_moves_for_who_wants_no_motion() => Holds("moves");

    [Test]
    public void At_400_percent_nothing_but_tables_is_moved_sideways()
    {
        var wide = new List<string>();
        foreach (var path in _shown.Paths)
        {
            _chromium.Open(_shown.Address(path), 320, 256);
            _chromium.Ask(Checks);
            wide.AddRange(Found("reflow").Select(each => $"{path}: {each}"));
        }

        Assert.That(wide, Is.Empty);
    }

    [Test]
    public void Nothing_is_cut_where_lines_words_and_letters_are_set_wider() => Holds("cut");

    [Test]
    public void A_check_finds_what_is_wrong(
        [Values("text", "shapes", "labels", "order", "language", "targets", "twins", "states", "reflow", "cut", "moves",
            "forced")] string check)
    {
        OpenText(Bad);

        Assert.That(Found(check), Is.Not.Empty);
    }

    [Test]
    public void A_control_without_a_name_and_a_title_without_a_state_are_found()
    {
        OpenText(Bad);

        Assert.That(Nameless(), Has.Some.EqualTo("button"));
        Assert.That(OtherTitle(), Is.EqualTo(new[] { "Runs" }));
    }

    [Test]
    public void A_trap_and_a_focus_that_is_not_seen_are_found()
    {
        OpenText(Trap);
        Assert.That(Walk(), Has.Some.StartsWith("not reached"));

        OpenText(Bad);
        Assert.That(Walk(), Has.Some.StartsWith("no ring"));
    }

    private void Holds(string check)
    {
        Assert.That(_found, Does.ContainKey(check), "it was looked at");
        Assert.That(_found[check], Is.Empty);
    }

    // Each page is opened once on each screen, and its colours are those of the other scheme for a moment.
    private void LookEverywhere()
    {
        foreach (var (number, path) in _shown.Paths.Index())
        {
            foreach (var (width, isDark) in Screens)
            {
                // As high as the page: what is asked at a point has to be in the window.
                _chromium.Open(_shown.Address(path), width, Highest, isDark);
                _chromium.Ask(Checks);
                var page = $"{path} {width}";
                AllAtOnce(page + Scheme(isDark));
                InOtherColours(page + Scheme(!isDark), isDark);
                AsReadersSetIt(page + Scheme(isDark), isDark);
                if (IsFull || IsWalked(number, isDark))
                {
                    Note("keyboard", page + Scheme(isDark), Walk());
                }
            }
        }
    }

    // Where the focus is drawn is waited for at each step, and a page has up to a hundred.
    private static bool IsWalked(int page, bool isDark)
    {
        var seed = Environment.GetEnvironmentVariable("ORCHESTRATOR_TEST_SEED");
        var isEven = (page + (int.TryParse(seed, out var first) ? first : 0)) % 2 == 0;
        return isEven == isDark;
    }

    // One look at a page for all that needs nothing else.
    private void AllAtOnce(string page)
    {
        foreach (var check in AtOnce)
        {
            Note(check, page, Found(check));
        }

        Note("heard", page, Nameless());
        Note("title", page, OtherTitle());
    }

    private void InOtherColours(string page, bool isDark)
    {
        _chromium.SetMedia(!isDark);
        Assert.That((bool)_chromium.Ask("matchMedia('(prefers-color-scheme: dark)').matches")!, Is.Not.EqualTo(isDark));
        foreach (var check in OfColours)
        {
            Note(check, page, Found(check));
        }

        _chromium.SetMedia(isDark);
    }

    private static string Scheme(bool isDark) => isDark ? " dark" : "";

    // Of the page that is open, which is afterwards as it was: nothing moves from one to the other, as "moves" holds.
    private void AsReadersSetIt(string page, bool isDark)
    {
        _chromium.Ask(Wider);
        Note("cut", page, [.. Found("cut"), .. Found("reflow")]);
        _chromium.Ask(AsWritten);

        _chromium.SetMedia(isDark, ("forced-colors", "active"));
        Note("forced", page, Found("forced"));

        _chromium.SetMedia(isDark, ("prefers-reduced-motion", "reduce"));
        _chromium.Ask(Moving);
        Note("moves", page, Found("moves"));
        _chromium.Ask(AsWritten);
        _chromium.SetMedia(isDark);
    }

    private IEnumerable<string> Nameless() => _chromium.Heard()
        .Where(node => Named.Contains(node.Role) && node.Name.Trim().Length == 0).Select(node => node.Role);

    private IEnumerable<string> OtherTitle() =>
        (string)_chromium.Ask("document.title")! is var title && StateFirst().IsMatch(title) ? [] : [title];

    private void Note(string check, string page, IEnumerable<string> found)
    {
        if (!_found.TryGetValue(check, out var all))
        {
            _found[check] = all = [];
        }

        all.AddRange(found.Select(each => $"{page}: {each}"));
    }

    private List<string> Walk()
    {
        var wrong = new List<string>();
        var stops = (int)_chromium.Ask("reachable()")! + 3;
        for (var stop = 0; stop < stops; stop++)
        {
            _chromium.Tab();
            var seen = (string)_chromium.Ask("focusOf()")!;
            if (seen is not ("ok" or ""))
            {
                wrong.Add(seen);
            }
        }

        wrong.AddRange(_chromium.Ask("notReached()")!.AsArray().Select(each => $"not reached: {each}"));
        return wrong;
    }

    private IReadOnlyList<string> Found(string check) =>
        [.. _chromium.Ask($"check('{check}')")!.AsArray().Select(each => (string)each!)];

    private void OpenText(string html)
    {
        _chromium.Open("data:text/html;charset=utf-8," + Uri.EscapeDataString(html), 1_440, 900);
        _chromium.Ask(Checks);
    }

    private static string Read(string name)
    {
        using var stream = typeof(AccessibilityTests).Assembly.GetManifestResourceStream(name)!;
        using var reader = new StreamReader(stream);
        return reader.ReadToEnd();
    }

    private const int Highest = 9_000;

    [GeneratedRegex("^(Failed|Running|Succeeded|Not started|Not found|At work|Idle|Nothing|In force|Nobody drains|"
        + "Answers|Rejected|Sign in|Draining|Stale|Confirm|Not answered yet|Waiting|\\d+ entr)[^·]* · "
        + "([^·]+ · )?Orchestrator$")]
    private static partial Regex StateFirst();
}
