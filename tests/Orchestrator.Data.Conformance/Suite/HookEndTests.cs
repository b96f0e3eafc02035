using Orchestrator.Data.Conformance.Places;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Data.Conformance.Suite;

/// <summary>What came of a load with hooks in its transaction is found again by the attempt that repeats it.</summary>
internal sealed class HookEndTests(PlaceKind kind) : PlaceTests(kind)
{
    [TearDown]
    public void Forget() => Loading.MayFinish = _ => false;

    [Test]
    public void Loads_of_one_table_keep_what_came_of_each_and_no_hook_runs_twice()
    {
        NotOnTheWire("match rows by key");
        var (table, log) = (Place.NewTable(), Place.NewTable());
        Run(People(log), "1,none");
        var one = Hooked(table, log) with { Name = "one" };
        var two = Hooked(table, log) with { Name = "two" };
        Assert.That(Run(one, "1,Ann").Error, Is.Null);
        var first = Loading.Attempt;
        Assert.That(Run(two, "2,Bo").Error, Is.Null);
        Loading.MayFinish = attempt => attempt == first;

        var again = Run(one, "1,Ann");

        Assert.That(again.Error, Is.Null);
        Assert.That(again.Warnings.Single(), Does.Contain("nothing was loaded or run once more"));
        Assert.That(Stored(log), Is.EqualTo("3=none"));
        Assert.That(Stored(table), Is.EqualTo("1=Ann 2=Bo"));
    }

    private ObjectDefinition Hooked(TableName table, TableName log)
    {
        var (id, quoted) = (Place.Platform.Dialect.Quote("Id"), Place.Platform.Dialect.Quote(log));
        return People(table, LoadPattern.Merge) with
        {
            Hooks =
            [
                new Hook
                {
                    Name = "more",
                    When = HookTime.After,
                    Transaction = HookTransaction.Load,
                    Connection = "To",
                    Sql = new SqlText($"UPDATE {quoted} SET {id} = {id} + 1", null, default),
                },
            ],
        };
    }
}
