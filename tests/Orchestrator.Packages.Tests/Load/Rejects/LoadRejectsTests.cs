using Orchestrator.Core;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Load.Rejects;

internal sealed class LoadRejectsTests
{
    private Rig _rig = null!;

    [SetUp]
    public void Make() => _rig = new Rig();

    [TearDown]
    public void Remove() => _rig.Dispose();

    [Test]
    public void Redirected_rows_are_in_the_error_table_with_their_reason_and_the_counts_add_up()
    {
        _rig.Write("customer.csv", "Id,Name\n1,Ann\n2,Barbara\n3,Bo\n");

        var result = _rig.Run(Narrow(Policy.Redirect));

        Assert.That(result.Error, Is.Null);
        Assert.That(result.Counts.AddUp, Is.True);
        Assert.That((result.Counts.Read, result.Counts.Inserted, result.Counts.Rejected), Is.EqualTo((3, 2, 1)));
        Assert.That(result.Warnings, Has.Count.EqualTo(1));
        Assert.That(_rig.Query("SELECT Attempt, RowNumber, SourceFile, ColumnName, Value, ActualSize, AllowedSize "
            + "FROM err_customer"), Is.EqualTo((string[])[$"{_rig.LastAttempt}|2|customer.csv|Name|Barbara|7|3"]));
    }

    [Test]
    public void Truncated_rows_are_written_and_counted()
    {
        _rig.Write("customer.csv", "Id,Name\n1,Ann\n2,Barbara\n");

        var result = _rig.Run(Narrow(Policy.Truncate));

        Assert.That((result.Counts.Inserted, result.Counts.Truncated), Is.EqualTo((2, 1)));
        Assert.That(_rig.Query("SELECT Name FROM customer"), Is.EqualTo((string[])["Ann", "Bar"]));
    }

    [Test]
    public void OnError_redirect_stands_for_every_policy_that_nobody_wrote()
    {
        _rig.Write("customer.csv", "Id,Name\nx,Ann\n2,Barbara\n3,Bo\n");

        var result = _rig.Run(Narrow(Policy.Truncate) with
        {
            Errors = new ErrorOptions { OnError = Rig.Written(Policy.Redirect) },
        });

        Assert.That((result.Counts.Inserted, result.Counts.Rejected, result.Counts.Truncated), Is.EqualTo((2, 1, 1)));
    }

    [Test]
    public void More_rejected_rows_than_maxErrors_fail_the_load_and_are_kept()
    {
        _rig.Write("customer.csv", "Id,Name\n1,Ann\n");
        _rig.Run(Narrow(Policy.Redirect));
        _rig.Write("customer.csv", "Id,Name\n2,Barbara\n3,Bernard\n4,Bo\n");

        var result = _rig.Run(Narrow(Policy.Redirect) with
        {
            Errors = new ErrorOptions { MaxErrors = Rig.Written(1L) },
        });

        Assert.That(result.Error!.Code, Is.EqualTo("ORC3408"));
        Assert.That(_rig.Query("SELECT Id FROM customer"), Is.EqualTo((string[])["1"]));
        Assert.That(_rig.Query("SELECT Value FROM err_customer"), Is.EqualTo((string[])["Barbara", "Bernard"]));
    }

    [Test]
    public void Many_rejected_rows_keep_their_order_and_values()
    {
        const int rows = 3000;
        var lines = Enumerable.Range(1, rows).Select(i => $"{i},too long\n");
        _rig.Write("customer.csv", "Id,Name\n" + string.Concat(lines));

        var result = _rig.Run(Narrow(Policy.Redirect));

        Assert.That(result.Counts.Rejected, Is.EqualTo(rows));
        Assert.That(_rig.Query("SELECT RowNumber FROM err_customer ORDER BY rowid"),
            Is.EqualTo(Enumerable.Range(1, rows).Select(i => $"{i}")));
        Assert.That(Directory.GetFiles(Path.GetDirectoryName(_rig.DatabaseFile)!, ".rejected-*"), Is.Empty);
    }

    [Test, Platform(Exclude = "Win", Reason = "there the system removes the file of a process that dies")]
    public void Spilled_values_have_no_name_on_the_disk_that_a_killed_process_could_leave_behind()
    {
        string[]? seen = null;
        var lines = Enumerable.Range(1, 3000).Select(i => $"{i},too long\n");
        _rig.Write("customer.csv", "Id,Name\n" + string.Concat(lines));
        _rig.Progress = (_, _) => seen = Directory.GetFiles(Path.GetDirectoryName(_rig.DatabaseFile)!, ".rejected-*");

        _rig.Run(Narrow(Policy.Redirect));

        Assert.That(seen, Is.Not.Null.And.Empty);
    }

    [TestCase("1,secretive\n")]
    [TestCase("1,\"secretive\n")]
    [TestCase("secretive,secretive\n")]
    [TestCase("1,\"secretive\"x\n")]
    [TestCase("1,secre\"tive\n")]
    public void The_first_row_of_a_file_without_a_header_shows_nothing_where_a_column_is_sensitive(string file)
    {
        _rig.Write("customer.csv", file);
        var load = Narrow(Policy.Fail);

        var result = _rig.Run(load with { Columns = [load.Columns[0], load.Columns[1] with { Sensitive = true }] });

        Assert.That(result.Outcome, Is.EqualTo(NodeState.Failed));
        Assert.That(result.ToString(), Does.Not.Contain("secre").And.Not.Contain("tive"));
    }

    [Test]
    public void A_further_file_without_a_header_shows_nothing_where_a_column_is_sensitive()
    {
        _rig.Write("customer1.csv", "Id,Name\n1,Ann\n");
        _rig.Write("customer2.csv", "2,secretive\n");
        var load = Narrow(Policy.Fail);

        var result = _rig.Run(load with
        {
            Source = load.Source! with { File = "customer*.csv" },
            Columns = [load.Columns[0], load.Columns[1] with { Sensitive = true }],
        });

        Assert.That(result.Error!.Code, Is.EqualTo("ORC3103"));
        Assert.That(result.Error.Message, Does.Contain("reads the column 'Id'").And.Not.Contain("secretive"));
    }

    [Test]
    public void Sensitive_values_are_shown_in_the_error_table_only()
    {
        _rig.Write("customer.csv", "Id,Name\n1,secretive\n");
        var load = Narrow(Policy.Fail);

        var result = _rig.Run(load with { Columns = [load.Columns[0], load.Columns[1] with { Sensitive = true }] });

        Assert.That(result.Outcome, Is.EqualTo(NodeState.Failed));
        Assert.That(result.ToString(), Does.Not.Contain("secretive"));
        Assert.That(_rig.Query("SELECT Value FROM err_customer"), Is.EqualTo((string[])["secretive"]));
    }

    private static ObjectDefinition Narrow(Policy policy) => Rig.Load(
        "customer", Rig.Column("Id", "int"), Rig.Column("Name", "nvarchar(3)") with
        {
            Policies = new Policies { OnTruncation = Rig.Written(policy) },
        });
}
