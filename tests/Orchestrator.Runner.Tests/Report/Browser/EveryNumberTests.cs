using System.Globalization;
using System.Text.RegularExpressions;

namespace Orchestrator.Runner.Tests.Report.Browser;

/// <summary>Every number of the report of a failed night, as a browser shows it, is the ledger's.</summary>
internal sealed partial class EveryNumberTests
{
    // Places are drawn with two digits behind the point.
    private const double Percent = 0.011;

    private string _file = "";
    private Night _night = null!;
    private Reading _page = null!;

    [OneTimeSetUp]
    public void Open()
    {
        using var chromium = Chromium.Start();
        _night = FailedNight.Relaxed();
        _file = Path.Combine(Directory.CreateTempSubdirectory("orchestrator-numbers-").FullName, "report.html");
        File.WriteAllText(_file, _night.Page().Html);
        chromium.Open(_file, 1_280, 800);
        _page = Reading.Of(chromium);
    }

    [OneTimeTearDown]
    public void Remove()
    {
        _night?.Dispose();
        if (_file.Length > 0)
        {
            Directory.Delete(Path.GetDirectoryName(_file)!, recursive: true);
        }
    }

    [Test]
    public void No_section_has_numbers_of_which_the_ledger_was_not_asked() => Assert.That(
        _page.Figures.Where(figure => figure.Name != "most").Select(figure => figure.Section).Distinct(),
        Is.EquivalentTo(LedgerNumbers.Sections.Keys));

    [TestCaseSource(nameof(Sections))]
    public void Each_row_of_a_section_has_the_numbers_of_the_ledger(string section)
    {
        var expected = LedgerRows.Of(_night, LedgerNumbers.Sections[section]);

        Assert.That(expected, Is.Not.Empty);
        Assert.That(_page.Rows(section), Is.EqualTo(expected));
    }

    [Test]
    public void What_a_person_reads_is_the_exact_value_rounded()
    {
        var wrong = _page.Figures.Where(figure => figure.Name != "most" && !Spoken.Says(figure.Text, figure.Value));

        Assert.That(wrong, Is.Empty);
    }

    [Test]
    public void Each_attempt_has_a_bar_that_begins_and_ends_when_it_did()
    {
        var expected = LedgerRows.Of(_night, """
            select a.attempt, 100.0 * (a.started_at - r.started_at) / (r.ended_at - r.started_at),
                   100.0 * (a.ended_at - a.started_at) / (r.ended_at - r.started_at)
            from attempts a join runs r on r.run = a.run order by a.attempt
            """).Select(row => row.Split(' ')).ToList();
        var bars = _page.Bars.OrderBy(bar => int.Parse(bar.Attempt)).ToList();

        Assert.That(bars.Select(bar => bar.Attempt), Is.EqualTo(expected.Select(row => row[0])));
        Assert.That(bars.Select(bar => bar.From), Is.EqualTo(expected.Select(Number(1))).Within(Percent));
        Assert.That(bars.Select(bar => bar.Width), Is.EqualTo(expected.Select(Number(2))).Within(Percent));
    }

    [Test]
    public void Each_bar_lies_on_the_first_slot_that_was_free()
    {
        var attempts = LedgerRows.Of(_night, "select attempt, started_at, ended_at from attempts order by 2, 1")
            .Select(row => row.Split(' ').Select(long.Parse).ToArray()).ToList();
        var slots = _page.Bars.ToDictionary(bar => long.Parse(bar.Attempt), bar => (int)Math.Round(bar.Slot - 0.1));

        foreach (var (at, attempt) in attempts.Index())
        {
            var taken = attempts.Take(at).Where(other => other[2] > attempt[1]).Select(other => slots[other[0]]);
            Assert.That(slots[attempt[0]], Is.EqualTo(Enumerable.Range(0, 99).Except(taken).First()), $"{attempt[0]}");
        }

        Assert.That(Text("Packages over slots"), Does.StartWith(LedgerRows.Of(_night, """
            select printf('%d attempts on 6 slots of %d', (select count(*) from attempts), gate_slots) from runs
            """).Single()));
    }

    [Test]
    public void A_bar_says_what_it_stands_for()
    {
        var expected = LedgerRows.Of(_night, """
            select a.attempt, n.name, a.ended_at - a.started_at, moment(a.started_at), a.waiting, a.rows_read,
                   a.number, n.state = 'Failed'
            from attempts a join nodes n on n.node = a.node
            """).Select(row => row.Split(' '));
        var bars = _page.Bars.ToDictionary(bar => bar.Attempt);

        foreach (var row in expected)
        {
            var title = Title().Match(bars[row[0]].Title);
            var said = title.Groups.Values.Skip(1).Select(group => group.Success ? group.Value : "1").ToList();
            Assert.That(said[0], Is.EqualTo(row[1]));
            Assert.That(said.Skip(1).Zip(row.Skip(2)).Where(pair => !Spoken.Says(pair.First, pair.Second)), Is.Empty,
                title.Value);
            Assert.That(bars[row[0]].Class.Contains("failed"), Is.EqualTo(row[7] == "1"));
        }
    }

    [Test]
    public void The_bars_of_the_critical_path_are_those_of_its_table()
    {
        var critical = _page.Bars.Where(bar => bar.Class.Contains("critical"))
            .Select(bar => Title().Match(bar.Title).Groups[1]);

        var path = _page.Rows("path").Select(row => row.Split(' ')[0]).Where(name => name.Length > 0);
        Assert.That(critical.Select(name => name.Value).Distinct(), Is.EquivalentTo(path));
    }

    [TestCaseSource(nameof(Charts))]
    public void What_is_drawn_over_time_is_as_high_as_it_was(string chart)
    {
        var expected = LedgerRows.Of(_night, LedgerNumbers.Charts[chart]).Select(row => row.Split(' ')).ToList();
        var most = expected.Max(Number(expected[0].Length - 1));
        var drawn = _page.Charts.Single(each => each.Name == chart);

        var said = _page.Figures.Where(figure => figure.Name == "most")
            .ElementAt(_page.Charts.Where(each => each.Layers.Count > 0).ToList().IndexOf(drawn));
        Assert.That(double.Parse(said.Value), Is.EqualTo(most).Within(0.001).Percent);
        Assert.That(Spoken.Says(said.Text, said.Value), Is.True, said.Text);
        Assert.That(drawn.Text, Does.EndWith($"At most {said.Text}."));
        foreach (var (layer, outline) in drawn.Layers.Index())
        {
            var heights = Corner().Matches(outline).Take(240).Where((_, at) => at % 2 == 0)
                .Select(corner => (100 - double.Parse(corner.Groups[1].Value)) / 96 * most);
            Assert.That(heights, Is.EqualTo(expected.Select(Number(layer))).Within(most * Percent / 96));
        }
    }

    [Test]
    public void No_chart_is_drawn_of_which_the_ledger_was_not_asked() => Assert.That(
        _page.Charts.Where(chart => chart.Layers.Count > 0).Select(chart => chart.Name),
        Is.EquivalentTo(LedgerNumbers.Charts.Keys));

    [Test]
    public void Shares_of_the_time_are_those_of_the_ledger() => Assert.That(Text("Working, waiting and queued"),
        Is.EqualTo(LedgerRows.Of(_night, """
            select printf('Working %.0f%%, waiting %.0f%%, queued %.0f%% of all time.', 100.0 * working / whole,
                100.0 * waiting / whole, 100.0 * queued / whole)
            from (select sum(working) as working, sum(waiting) as waiting, sum(queued) as queued,
                  sum(working + waiting + queued) as whole from attempts)
            """).Single()));

    [Test]
    public void An_axis_says_the_time_that_its_marks_stand_at()
    {
        var run = LedgerRows.Of(_night, "select started_at, ended_at - started_at from runs").Single().Split(' ');

        Assert.That(_page.Ticks, Has.Count.GreaterThan(2));
        foreach (var tick in _page.Ticks)
        {
            var at = DateTimeOffset.UnixEpoch.AddMicroseconds(
                long.Parse(run[0]) + (tick.Percent / 100 * long.Parse(run[1])));
            var said = TimeSpan.Parse(tick.Text, CultureInfo.InvariantCulture);
            Assert.That(at.TimeOfDay.TotalSeconds, Is.EqualTo(said.TotalSeconds).Within(
                long.Parse(run[1]) / 1e6 * Percent / 100));
        }
    }

    [Test]
    public void Outside_of_figures_numbers_stand_in_texts_of_the_ledger_only()
    {
        var texts = LedgerRows.Of(_night, """
            select name from nodes union select message from errors union select code from errors
            union select server_code from errors union select text from warnings union select why from nodes
            union select server from scopes union select missing from run_evidence
            union select printf('Run %d of %s:', run, batch) from runs
            union select printf('%s, %d processors', host, processors) from runs
            union select printf('%d', run) from runs union select id from runs union select plan_hash from runs
            union select git_commit from runs union select version from runs
            union select printf('%d', gate_slots) from runs union select printf('%d', process_id) from runs
            union select value from run_options
            """).Append(_night.Options.Version).Append(_night.Options.LedgerVersion.ToString())
            .Append(_night.Options.WrittenAt.ToString("yyyy-MM-dd HH:mm:ss'Z'"))
            .Where(text => text.Length > 0).OrderByDescending(text => text.Length).ToList();

        var left = _page.Loose.Select(loose => texts.Aggregate(loose, (rest, text) => rest.Replace(text, "")))
            .Where(rest => Digit().IsMatch(rest)).ToList();

        Assert.That(left, Is.EqualTo(Array.Empty<string>()));
    }

    private static IEnumerable<string> Sections => LedgerNumbers.Sections.Keys;

    private static IEnumerable<string> Charts => LedgerNumbers.Charts.Keys;

    private string Text(string chart) => _page.Charts.Single(each => each.Name == chart).Text;

    private static Func<string[], double> Number(int column) => row => double.Parse(row[column]);

    [GeneratedRegex(@"^(.*): (.*) from (.*), waited (.*), (.*) rows read(?:, attempt (\d+))?$")]
    private static partial Regex Title();

    [GeneratedRegex("[ML][0-9.]+ (-?[0-9.]+)")]
    private static partial Regex Corner();

    [GeneratedRegex("[0-9]")]
    private static partial Regex Digit();
}
