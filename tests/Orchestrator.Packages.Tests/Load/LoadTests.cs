using Orchestrator.Core;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Load;

internal sealed class LoadTests
{
    private Rig _rig = null!;

    [SetUp]
    public void Make() => _rig = new Rig();

    [TearDown]
    public void Remove() => _rig.Dispose();

    [Test]
    public void Load_writes_the_rows_of_a_file_with_their_types()
    {
        _rig.Write("customer.csv", "Id,Name,Born\n1,Ann,2001-02-03\n2,\"Bo \"\"B\"\"\",\n");

        var result = _rig.Run(Rig.Load(
            "customer", Rig.Column("Id", "int", key: 1), Rig.Column("Name", "nvarchar(20)"),
            Rig.Column("Born", "date")));

        Assert.That(result.Error, Is.Null);
        Assert.That(result.Outcome, Is.EqualTo(NodeState.Succeeded));
        Assert.That(result.Counts.Read, Is.EqualTo(2));
        Assert.That(result.Counts.Inserted, Is.EqualTo(2));
        Assert.That(_rig.Query("SELECT Id, Name, Born, typeof(Id) FROM customer"),
            Is.EqualTo((string[])["1|Ann|2001-02-03|integer", "2|Bo \"B\"|∅|integer"]));
    }

    [Test]
    public void Load_without_columns_takes_those_of_the_header_as_text()
    {
        _rig.Write("customer.csv", "Id,Name\n007,Ann\n");

        var result = _rig.Run(Rig.Load("customer"));

        Assert.That(result.Error, Is.Null);
        Assert.That(_rig.Query("SELECT Id, Name, typeof(Id) FROM customer"), Is.EqualTo((string[])["007|Ann|text"]));
    }

    [Test]
    public void System_columns_hold_attempt_and_record_source()
    {
        _rig.Write("customer.csv", "Id\n1\n");

        _rig.Run(Rig.Load("customer", Rig.Column("Id", "int")) with
        {
            SystemColumns =
            [
                new SystemColumn("RowAuditId", "RowAuditId", Rig.Type("bigint"), Origin.Default),
                new SystemColumn("RowRecordSource", "RowRecordSource", Rig.Type("varchar(10)"), Origin.Default),
            ],
        });

        Assert.That(_rig.Query("SELECT Id, RowAuditId, RowRecordSource FROM customer"),
            Is.EqualTo((string[])[$"1|{_rig.LastAttempt}|CSV"]));
    }

    [Test]
    public void TruncateInsert_twice_leaves_the_rows_of_the_second()
    {
        var load = Rig.Load("customer", Rig.Column("Id", "int"));
        _rig.Write("customer.csv", "Id\n1\n2\n");
        _rig.Run(load);
        _rig.Write("customer.csv", "Id\n3\n");

        var result = _rig.Run(load);

        Assert.That(result.Error, Is.Null);
        Assert.That(_rig.Query("SELECT Id FROM customer"), Is.EqualTo((string[])["3"]));
    }

    [Test]
    public void Append_twice_adds_the_rows_twice()
    {
        var load = Append(Rig.Load("customer", Rig.Column("Id", "int")));
        _rig.Write("customer.csv", "Id\n1\n2\n");

        _rig.Run(load);
        var result = _rig.Run(load);

        Assert.That(result.Error, Is.Null);
        Assert.That(_rig.Query("SELECT Id FROM customer"), Is.EqualTo((string[])["1", "2", "1", "2"]));
    }

    [TestCase(0)]
    [TestCase(1)]
    public void Failed_append_adds_nothing(long commitRows)
    {
        var load = Append(Rig.Load("customer", Rig.Column("Id", "int")), commitRows);
        _rig.Write("customer.csv", "Id\n1\n");
        _rig.Run(load);
        _rig.Write("customer.csv", "Id\n2\nx\n");

        var result = _rig.Run(load);

        Assert.That(result.Outcome, Is.EqualTo(NodeState.Failed));
        Assert.That(_rig.Query("SELECT Id FROM customer"), Is.EqualTo((string[])["1"]));
    }

    [TestCase(Swap.Auto)]
    [TestCase(Swap.Transaction)]
    [TestCase(Swap.Shadow)]
    [TestCase(Swap.InPlace)]
    public void Failed_load_leaves_the_old_rows(Swap swap)
    {
        var load = Rig.Load("customer", Rig.Column("Id", "int")) with
        {
            Load = new LoadOptions { Swap = Rig.Written(swap) },
        };
        _rig.Write("customer.csv", "Id\n1\n2\n");
        var first = _rig.Run(load);
        _rig.Write("customer.csv", "Id\n3\nx\n");

        var result = _rig.Run(load);

        Assert.That(first.Error, Is.Null);
        Assert.That(result.Outcome, Is.EqualTo(NodeState.Failed));
        Assert.That(result.Error!.Message, Does.Contain("column Id").And.Contain("customer.csv"));
        Assert.That(result.Counts.Inserted, Is.Zero);
        Assert.That(_rig.Query("SELECT Id FROM customer"), Is.EqualTo((string[])["1", "2"]));
        Assert.That(_rig.Query("SELECT RowNumber, ColumnName, Value FROM err_customer"),
            Is.EqualTo((string[])["2|Id|x"]));
    }

    [TestCase(Swap.Auto)]
    [TestCase(Swap.Transaction)]
    [TestCase(Swap.Shadow)]
    [TestCase(Swap.InPlace)]
    public void Each_swap_publishes_the_new_rows_also_with_commits_between(Swap swap)
    {
        var load = Rig.Load("customer", Rig.Column("Id", "int")) with
        {
            Load = new LoadOptions { Swap = Rig.Written(swap), CommitRows = Rig.Written(2L) },
        };
        _rig.Write("customer.csv", "Id\n1\n2\n3\n");
        _rig.Run(load);
        _rig.Write("customer.csv", "Id\n4\n5\n6\n7\n8\n");

        var result = _rig.Run(load);

        Assert.That(result.Error, Is.Null);
        Assert.That(_rig.Query("SELECT Id FROM customer"), Is.EqualTo((string[])["4", "5", "6", "7", "8"]));
        Assert.That(_rig.Query("SELECT name FROM sqlite_master WHERE name GLOB 'orchestrator_load_*'"), Is.Empty);
    }

    [Test]
    public void Row_by_row_writes_the_same_rows_and_says_so()
    {
        _rig.Write("customer.csv", "Id\n1\n2\n");

        var result = _rig.Run(Rig.Load("customer", Rig.Column("Id", "int")) with
        {
            Load = new LoadOptions { FastLoad = Rig.Written(false) },
        });

        Assert.That(_rig.Query("SELECT Id FROM customer"), Is.EqualTo((string[])["1", "2"]));
        Assert.That(result.LoadPath, Does.StartWith("row by row: "));
    }

    private static ObjectDefinition Append(ObjectDefinition load, long commitRows = 0) => load with
    {
        Load = new LoadOptions
        {
            Pattern = Rig.Written(LoadPattern.Append),
            CommitRows = Rig.Written(commitRows),
        },
    };
}
