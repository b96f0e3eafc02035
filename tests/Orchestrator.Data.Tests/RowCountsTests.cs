namespace Orchestrator.Data.Tests;

internal sealed class RowCountsTests
{
    [Test]
    public void Counts_read_as_the_equation_without_the_terms_that_are_zero()
    {
        RowCounts none = new();
        RowCounts some = new() { Read = 1_200, Inserted = 1_150, Rejected = 50, Truncated = 3 };
        RowCounts wrong = new() { Read = 2, Updated = 1 };

        Assert.That(new[] { $"{none}", $"{some}", $"{wrong}" }, Is.EqualTo(new[]
        {
            "0 read = 0 inserted", "1,200 read = 1,150 inserted + 50 rejected (3 truncated)", "2 read ≠ 1 updated",
        }));
    }
}
