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

    [Test]
    public void Rows_that_a_failed_load_had_read_are_said_to_be_not_loaded_and_look_like_no_error_of_the_count()
    {
        RowCounts some = new() { Read = 4_213, Inserted = 2_210, Rejected = 2 };
        RowCounts all = new() { Read = 2, Updated = 2 };

        Assert.That(new[] { some.OfFailed(), all.OfFailed() }, Is.EqualTo(new[]
        {
            "4,213 read: 2,210 inserted + 2 rejected; not loaded: 2,001, a load failed", "2 read = 2 updated",
        }));
    }
}
