using System.Globalization;

namespace Orchestrator.Runner.Tests.Report.Browser;

/// <summary>
/// What somebody sees who opens the report of a failed night: without a scroll, on a screen and on a telephone.
/// </summary>
internal sealed class FirstScreenTests
{
    private const int HighestPicture = 6_000;

    private const string Box = """
        (selector => {
            const found = [...document.querySelectorAll(selector)][0];
            if (!found) { return null; }
            const box = found.getBoundingClientRect();
            const at = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
            return { left: box.left, top: box.top, right: box.right, bottom: box.bottom, text: found.innerText,
                isSeen: at !== null && (found.contains(at) || at.contains(found)) };
        })
        """;

    private Chromium _chromium = null!;
    private Night _night = null!;
    private string _folder = "";

    [OneTimeSetUp]
    public void Render()
    {
        _chromium = Chromium.Start();
        _folder = Directory.CreateTempSubdirectory("orchestrator-screens-").FullName;
        _night = FailedNight.Relaxed();
        File.WriteAllText(Report("failed"), _night.Page().Html);
    }

    [OneTimeTearDown]
    public void Remove()
    {
        _chromium?.Dispose();
        _night?.Dispose();
        if (_folder.Length > 0)
        {
            Directory.Delete(_folder, recursive: true);
        }
    }

    [TestCase(1_280, 800)]
    [TestCase(390, 800)]
    public void Verdict_counts_first_error_durability_and_next_command_are_seen_at_once(int width, int height)
    {
        _chromium.Open(Report("failed"), width, height);
        Keep($"failed-{width}");

        var failed = LedgerRows.Of(_night, "select count(*) from nodes where kind = 'Package' and state = 'Failed'");
        using (Assert.EnterMultipleScope())
        {
            IsSeen("h1", width, height, "failed");
            IsSeen("data[data-figure='packages.failed']", width, height, failed.Single());
            IsSeen("data[data-figure='packages.blocked']", width, height, "20");
            IsSeen(".first.bad h2", width, height, "ORC3001", "Stage2/table_2_003");
            IsSeen(".first.bad p", width, height, "Column 'Name' allows 40 characters");
            IsSeen(".durability", width, height, "Staging", "put back to DISABLED", "not hardened");
            IsSeen(".next code", width, height, _night.Options.NextCommand);
        }
    }

    [TestCase(1_280, 800)]
    [TestCase(390, 800)]
    public void A_relaxed_night_that_succeeded_says_at_once_that_all_of_it_is_on_disk(int width, int height)
    {
        using var night = FailedNight.Relaxed(isWell: true);
        File.WriteAllText(Report("relaxed"), night.Page().Html);

        _chromium.Open(Report("relaxed"), width, height);
        Keep($"relaxed-{width}");

        using (Assert.EnterMultipleScope())
        {
            IsSeen("h1", width, height, "succeeded");
            IsSeen(".durability", width, height, "put back to DISABLED", "20 hardened", "0 not hardened");
            IsSeen(".next code", width, height, night.Options.NextCommand);
        }

        Assert.That((int)_chromium.Ask("document.querySelectorAll('.bad').length")!, Is.Zero);
    }

    [TestCase(1_280)]
    [TestCase(390)]
    public void Nothing_is_wider_than_the_window(int width)
    {
        var name = new string('x', 120);
        using var night = new Night(NightPlan.Of(2, 30, (_, level, package) => $"{name}_{level}_{package}"),
            (node, _) => new Work
            {
                Takes = TimeSpan.FromSeconds(node),
                Error = node > 70 && node % 9 == 0 ? Work.ErrorOf($"{name}{name}") : null,
                Warnings = node % 7 == 0 ? [name + name] : [],
            }, slots: 40);
        File.WriteAllText(Report("wide"), night.Page().Html);

        _chromium.Open(Report("wide"), width, 800);
        Keep($"wide-{width}");

        Assert.That((int)_chromium.Ask("document.documentElement.scrollWidth")!, Is.LessThanOrEqualTo(width));
    }

    [TestCase(1_280)]
    [TestCase(390)]
    public void Ten_thousand_packages_are_laid_out_within_the_window(int width)
    {
        using var night = new Night(NightPlan.Of(5, 1_000), (node, _) => new Work
        {
            Takes = TimeSpan.FromSeconds(node % 100 == 0 ? 900 : 3 + (node * 37 % 50)),
            Held = TimeSpan.FromSeconds(node % 3),
            Rows = new(node, node, 0, 0, 0, 0, 0, 0),
        }, slots: 32);
        File.WriteAllText(Report("many"), night.Page().Html);

        _chromium.Open(Report("many"), width, 800);
        Keep($"many-{width}");

        Assert.That((int)_chromium.Ask("document.documentElement.scrollWidth")!, Is.LessThanOrEqualTo(width));
    }

    [Test]
    public void No_table_is_cut_off_on_a_telephone()
    {
        _chromium.Open(Report("failed"), 390, 800);

        var cut = _chromium.Ask("""
            [...document.querySelectorAll('.scroll')].filter(at => at.scrollWidth > at.clientWidth)
                .map(at => at.closest('section').id + ' ' + at.scrollWidth).join()
            """);
        Assert.That((string)cut!, Is.Empty);
    }

    [TestCase(1_280)]
    [TestCase(390)]
    public void The_times_of_an_axis_are_seen_as_a_whole_or_not_at_all(int width)
    {
        _chromium.Open(Report("failed"), width, 800);

        var seen = _chromium.Ask("""
            [...document.querySelectorAll('.axis span')].map(at => {
                const range = document.createRange(), axis = at.parentElement.getBoundingClientRect();
                range.selectNodeContents(at);
                const text = range.getBoundingClientRect();
                return text.top >= axis.bottom - 1 ? 'none' : text.right <= axis.right ? 'whole' : 'cut';
            }).join(' ')
            """);
        Assert.That((string)seen!, Does.Contain("whole").And.Not.Contain("cut"));
    }

    [Test]
    public void The_page_asks_for_nothing_but_itself()
    {
        _chromium.Open(Report("failed"), 1_280, 800);

        Assert.That(_chromium.Requests, Is.EqualTo(new[] { new Uri(Report("failed")).AbsoluteUri }));
    }

    [Test]
    public void It_is_dark_where_the_reader_wants_it_dark_and_light_on_paper()
    {
        const string background = "getComputedStyle(document.body).backgroundColor";
        _chromium.Open(Report("failed"), 1_280, 800);
        var light = (string)_chromium.Ask(background)!;

        _chromium.Open(Report("failed"), 1_280, 800, isDark: true);
        Keep("failed-dark");
        var dark = (string)_chromium.Ask(background)!;
        var paper = _chromium.Pdf();

        Assert.That((light, dark), Is.EqualTo(("rgb(255, 255, 255)", "rgb(20, 24, 29)")));
        Assert.That(paper.AsSpan(0, 5).ToArray(), Is.EqualTo("%PDF-"u8.ToArray()));
        KeepPaper(paper);
    }

    private void IsSeen(string selector, int width, int height, params string[] texts)
    {
        var box = _chromium.Ask($"{Box}(\"{selector}\")");
        Assert.That(box, Is.Not.Null, selector);
        double At(string side) => (double)box![side]!;
        Assert.That(At("left") >= 0 && At("top") >= 0 && At("right") <= width && At("bottom") <= height, Is.True,
            string.Create(CultureInfo.InvariantCulture, $"{selector} at {width}: {box!.ToJsonString()}"));
        Assert.That((bool)box["isSeen"]!, Is.True, selector);
        foreach (var text in texts)
        {
            Assert.That((string)box["text"]!, Does.Contain(text), selector);
        }
    }

    /// <summary>Keeps a picture for people where ORCHESTRATOR_TEST_SCREENS names a folder.</summary>
    private void Keep(string name)
    {
        if (Environment.GetEnvironmentVariable("ORCHESTRATOR_TEST_SCREENS") is { Length: > 0 } folder)
        {
            var height = (int)_chromium.Ask("document.documentElement.scrollHeight")!;
            _chromium.Screenshot(Path.Combine(folder, $"{name}.png"), Math.Min(height, HighestPicture));
        }
    }

    private static void KeepPaper(byte[] paper)
    {
        if (Environment.GetEnvironmentVariable("ORCHESTRATOR_TEST_SCREENS") is { Length: > 0 } folder)
        {
            File.WriteAllBytes(Path.Combine(folder, "failed.pdf"), paper);
        }
    }

    private string Report(string name) => Path.Combine(_folder, $"{name}.html");
}
