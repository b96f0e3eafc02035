using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Packages.Load.Target;

namespace Orchestrator.Packages.Tests.Load.Target;

/// <summary>What came of a load with hooks, as a text in its target: read again, also by later versions.</summary>
internal sealed class EndTextTests
{
    private const string Known = """
        ["9","1","2","3","4","5","6","7","8","99","row batches","Id","bigint","12",
        "Files","in/a.csv","7","2026-11-28T04:05:06.0000000+00:00","AB","Loaded","Archive"]
        """;

    private static readonly PackageResult Result = new()
    {
        Outcome = NodeState.Succeeded,
        Work = new()
        {
            Counts = new RowCounts(9, 1, 2, 3, 4, 5, 6, 7) { Closed = 8 },
            BytesRead = 99,
            LoadPath = "row batches",
        },
        Watermark = new WatermarkMoved("Id", "bigint", "12"),
        Files =
        [
            new ReadFile
            {
                Connection = "Files",
                Name = "in/a.csv",
                Size = 7,
                Written = new DateTimeOffset(2026, 11, 28, 4, 5, 6, TimeSpan.Zero),
                Hash = "AB",
                Outcome = FileOutcome.Loaded,
                Move = FileMove.Archive,
            },
        ],
    };

    // As attempts would tell them that have learnt more: kept where a test can see them.
    private static readonly EndText Later = new(
        [.. AttemptWork.Numbers, new("bytes_sent", _ => 5, (work, sent) => work with { BytesRead = sent })],
        [.. AttemptWork.Texts, new("engine", _ => "set", (work, engine) => work with { LoadPath = engine })]);

    // Targets hold such texts: a fact that is not at the end of its list would move all behind it.
    [Test]
    public void Its_text_is_the_one_that_targets_hold() =>
        Assert.That(EndText.OfAttempts.Write(Result), Is.EqualTo(Known.ReplaceLineEndings("")
            .Replace("+", "\\u002B", StringComparison.Ordinal)));

    [Test]
    public void What_was_written_is_read() => Same(EndText.OfAttempts.Read(Known));

    [Test]
    public void A_fact_that_attempts_learn_to_tell_is_kept_and_found()
    {
        var found = Later.Read(Later.Write(Result));

        Assert.That((found.Work.BytesRead, found.LoadPath), Is.EqualTo((5L, "set")));
        Same(found with { Work = Result.Work });
    }

    [Test]
    public void A_text_of_before_that_fact_is_read() => Same(Later.Read(Known));

    private static void Same(PackageResult found)
    {
        Assert.That((found.Outcome, found.Work, found.Watermark),
            Is.EqualTo((Result.Outcome, Result.Work, Result.Watermark)));
        Assert.That(found.Files, Is.EqualTo(Result.Files));
    }
}
