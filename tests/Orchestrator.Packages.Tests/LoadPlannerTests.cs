using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Tests;

internal sealed class LoadPlannerTests
{
    private static readonly LoadOptions Usual = new();
    private static readonly IPlatform Server = PostgreSqlRig.PlatformOf();
    private static readonly IPlatform File = Platforms.Of(
        new Connection { Name = "Db", Platform = Platform.Sqlite })!;

    private static readonly LoadEnds Ends = new(Server, Server) { FromEncoding = "UTF8", ToEncoding = "UTF8" };
    private static readonly RowColumn Number = new("a", Rig.Type("int"));

    [Test]
    public void Rows_pass_where_all_columns_are_the_same()
    {
        Assert.That(
            $"{Choose(Ends)}", Is.EqualTo("pass-through: all columns have the same types in source and target"));
    }

    [Test]
    public void Files_and_other_platforms_have_their_own_reasons()
    {
        Assert.That($"{Choose(Ends with { From = null })}", Is.EqualTo("row batches: the source is a file"));
        Assert.That($"{Choose(Ends with { To = File })}", Does.StartWith("row batches: from PostgreSQL into SQLite"));
        Assert.That(
            $"{Choose(Ends with { From = File, To = File })}",
            Is.EqualTo("row batches: SQLite passes no rows through"));
    }

    [Test]
    public void Options_that_need_single_rows_or_parts_rule_it_out()
    {
        Assert.That(
            $"{Choose(Ends, Usual with { FastLoad = Rig.Written(false) })}", Is.EqualTo("row by row: fastLoad is off"));
        Assert.That(
            $"{Choose(Ends, Usual with { CommitRows = Rig.Written(5L) })}",
            Is.EqualTo("row batches: commitRows commits on the way"));
        Assert.That(
            $"{Choose(Ends with { Constant = "c" })}",
            Is.EqualTo("row batches: column 'c' does not come from the source"));
    }

    [TestCase("UTF8", "LATIN1")]
    [TestCase("SQL_ASCII", "SQL_ASCII")]
    [TestCase("", "")]
    public void Text_passes_only_between_equal_encodings_that_the_server_checks(string from, string to)
    {
        Assert.That(
            $"{Choose(Ends with { FromEncoding = from, ToEncoding = to })}",
            Is.EqualTo($"row batches: the source's database keeps text as {from}, the target's as {to}"));
    }

    [Test]
    public void The_table_that_is_there_counts_and_not_only_what_the_metadata_make_of_it()
    {
        var real = Number with { Type = Rig.Type("bigint") };

        Assert.That(
            $"{Choose(Ends, real: real)}",
            Is.EqualTo("row batches: column 'a': it is integer in the source and bigint in the target"));
    }

    [Test]
    public void A_column_without_NULL_passes_only_where_the_table_itself_refuses_it()
    {
        var wanted = Number with { Nullable = false };

        Assert.That(Choose(Ends, wanted: wanted, real: wanted).Kind, Is.EqualTo(LoadPathKind.PassThrough));
        Assert.That(
            $"{Choose(Ends, wanted: wanted, real: Number)}",
            Is.EqualTo("row batches: column 'a': it may hold no NULL, and its table would take one"));
    }

    private static LoadPath Choose(
        LoadEnds ends, LoadOptions? options = null, RowColumn? wanted = null, RowColumn? real = null) =>
        LoadPlanner.Choose(
            options ?? Usual, ends,
            new PassedColumns([(Number, wanted ?? Number)], [], real is null ? [] : [real]));
}
