using Orchestrator.Dataflow;

namespace Orchestrator.Core.Tests.Dataflow.Spilling;

/// <summary>Rows that waited in a file are what they were; a flow whose rows cannot be is refused before the first.
/// </summary>
internal sealed class KeptRowsTests
{
    private static readonly SpillOptions InMemory = new() { RowsMax = int.MaxValue };

    private record Animal(int Id);

    private sealed record Dog(int Id, string Sound) : Animal(Id);

    private sealed record Wide(int Id, List<int> Parts);

    [Test]
    public void A_sort_fails_of_a_row_that_would_come_back_as_another()
    {
        var flow = new Flow();
        flow.Rows("animals", Enumerable.Range(0, 1000).Select(i => i == 500 ? new Dog(i, "bark") : new Animal(i)))
            .Sort("sort", row => -row.Id, new SpillOptions { RowsMax = 100 }).Trash("trash");

        Assert.That(flow.Run().Failure, Is.TypeOf<NotSupportedException>());
    }

    [Test]
    public void A_sort_that_may_write_rows_which_no_file_keeps_is_not_made()
    {
        var flow = new Flow();
        var rows = flow.Rows("rows", Enumerable.Range(0, 10).Select(i => new Wide(i, [i])));

        Assert.That(() => rows.Sort("sort", row => row.Id), Throws.TypeOf<NotSupportedException>()
            .With.Message.Contains("'Parts' is a List`1").And.Message.Contains("RowsMax is int.MaxValue"));
    }

    [Test]
    public void A_buffer_of_rows_which_no_file_keeps_is_refused_before_the_first_row()
    {
        var flow = new Flow("nightly");
        flow.Rows("rows", [new Wide(1, [])]).Buffer("buffer").Trash("trash");

        Assert.That(() => flow.Run(), Throws.InvalidOperationException.With.Message.StartsWith("the flow 'nightly' "
            + "cannot run: any number of rows may wait between rows and buffer, and rows of type Wide"));
    }

    [Test]
    public void Rows_of_any_type_stay_in_memory_where_that_is_said()
    {
        var flow = new Flow { Options = new LinkOptions { Spill = InMemory } };
        List<Wide> got = [];
        flow.Rows("rows", Enumerable.Range(0, 1000).Select(i => new Wide(i, [i]))).Buffer("buffer")
            .Sort("sort", row => -row.Id, InMemory).To("list", got);

        flow.Run().ThrowOnFailure();

        Assert.That(got.Select(row => row.Parts[0]), Is.EqualTo(Enumerable.Range(0, 1000).Reverse()));
    }
}
