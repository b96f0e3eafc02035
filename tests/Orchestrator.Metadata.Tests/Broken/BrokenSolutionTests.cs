using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Loading;

namespace Orchestrator.Metadata.Tests.Broken;

internal sealed class BrokenSolutionTests
{
    private const int RoundsMax = 3;

    [Test]
    public void The_solution_that_is_broken_here_is_good_before()
    {
        using var folder = new TemporaryFolder();
        BrokenCase.WriteGood(folder.Path);

        var loaded = SolutionLoader.Load(folder.Path, "prod");

        Assert.That(loaded.Diagnostics, Is.Empty);
    }

    [TestCaseSource(typeof(BrokenCase), nameof(BrokenCase.All))]
    public void A_broken_solution_is_refused_with_the_place_of_the_mistake(BrokenCase broken)
    {
        var loaded = broken.Loaded;

        var found = loaded.Diagnostics.Select(one => $"{one.Code} {one.At}").ToList();
        Assert.That(found, Does.Contain($"{broken.Code} {broken.At}"), DiagnosticText.FormatAll(loaded.Diagnostics));
        Assert.That(loaded.Diagnostics.Count(one => one.Severity == Severity.Error), Is.LessThanOrEqualTo(4),
            DiagnosticText.FormatAll(loaded.Diagnostics));
        Assert.That(loaded.Solution, Is.Null);
    }

    [TestCaseSource(typeof(BrokenCase), nameof(BrokenCase.All))]
    public void A_diagnostic_has_at_most_six_lines(BrokenCase broken)
    {
        var texts = broken.Loaded.Diagnostics.Select(DiagnosticText.Format);

        Assert.That(texts.Select(text => text.Split('\n').Length), Is.All.LessThanOrEqualTo(6));
        Assert.That(texts, Has.None.Contains("hunter2"));
    }

    [TestCaseSource(nameof(Repairable))]
    public void The_hint_carried_out_literally_repairs_the_solution(BrokenCase broken)
    {
        using var folder = new TemporaryFolder();
        broken.WriteTo(folder.Path);

        var loaded = broken.Loaded;
        for (var round = 0; round < RoundsMax && loaded.Solution is null; round++)
        {
            Repair(folder.Path, loaded.Diagnostics);
            loaded = SolutionLoader.Load(folder.Path, "prod");
        }

        Assert.That(loaded.Solution, Is.Not.Null, DiagnosticText.FormatAll(loaded.Diagnostics));
    }

    [Test]
    public void There_are_enough_cases()
    {
        Assert.That(BrokenCase.All, Has.Count.GreaterThanOrEqualTo(44));
        Assert.That(Repairable(), Has.Count.GreaterThanOrEqualTo(30));
    }

    private static List<BrokenCase> Repairable() => [.. BrokenCase.All.Where(one => one.IsRepaired)];

    // The first hint only: what follows from a mistake is gone once the mistake is.
    private static void Repair(string folder, IReadOnlyList<Diagnostic> diagnostics)
    {
        var fix = diagnostics.Select(one => one.Fix).OfType<Fix>().FirstOrDefault();
        Assert.That(fix, Is.Not.Null, DiagnosticText.FormatAll(diagnostics));
        var path = Path.Combine(folder, fix!.At.File);
        var lines = File.ReadAllText(path).Split('\n');
        var line = lines[fix.At.Line - 1];
        lines[fix.At.Line - 1] = line[..(fix.At.Column - 1)] + fix.Replacement
            + line[(fix.At.Column - 1 + fix.Length)..];
        File.WriteAllText(path, string.Join('\n', lines));
    }
}
