using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load.Paths;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Tests.Load.Paths;

internal sealed class LoadPlannerTests
{
    private static readonly LoadOptions Usual = new() { Swap = Rig.Written(Swap.Transaction) };
    private static readonly IPlatform Server = PostgreSqlRig.PlatformOf();
    private static readonly IPlatform File = Platforms.Of(
        new Connection { Name = "Db", Platform = Platform.Sqlite })!;

    private static readonly LoadEnds Ends = new(Server, Server) { FromEncoding = "UTF8", ToEncoding = "UTF8" };
    private static readonly LoadEnds Inside = Ends with { IsOneDatabase = true, IsWholeTable = true };
    private static readonly LoadOptions Appends = new() { Pattern = Rig.Written(LoadPattern.Append) };
    private static readonly IPlatform SqlServer = Platforms.Of(
        new Connection { Name = "Ms", Platform = Platform.SqlServer })!;

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
            Is.EqualTo("row batches: every value of SQLite goes through the guard"));
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

    [Test]
    public void Within_one_database_the_server_copies()
    {
        Assert.That(
            $"{Choose(Inside)}",
            Is.EqualTo("server-side: source and target are one database, and no column is narrower in the target"));
        Assert.That(
            $"{Choose(Inside with { From = SqlServer, To = SqlServer })}", Does.StartWith("server-side: "));
    }

    [Test]
    public void A_column_without_NULL_is_copied_only_where_the_table_itself_refuses_it()
    {
        var wanted = Number with { Nullable = false };

        Assert.That(Choose(Inside, wanted: wanted, real: wanted).Kind, Is.EqualTo(LoadPathKind.ServerSide));
        Assert.That(
            $"{Choose(Inside, wanted: wanted, real: Number)}",
            Is.EqualTo("row batches: column 'a': it may hold no NULL, and its table would take one"));
    }

    [Test]
    public void What_a_statement_cannot_do_rules_it_out()
    {
        Assert.That(Choose(Inside with { IsWholeTable = false }).Kind, Is.EqualTo(LoadPathKind.PassThrough));
        Assert.That(Choose(Inside with { Redirects = true }).Kind, Is.EqualTo(LoadPathKind.PassThrough));
        Assert.That(
            Choose(Inside, Usual with { Pattern = Rig.Written(LoadPattern.Merge) }).Kind,
            Is.EqualTo(LoadPathKind.PassThrough));
        Assert.That(
            $"{Choose(Inside with { From = SqlServer, To = SqlServer, Redirects = true })}",
            Is.EqualTo("row batches: rows that are refused are redirected"));
        Assert.That(
            $"{Choose(Inside with { From = SqlServer, To = SqlServer }, Appends)}",
            Is.EqualTo("row batches: INSERT … SELECT would fire the triggers of the target"));
        Assert.That(
            $"{Choose(
                Inside with { From = SqlServer, To = SqlServer },
                Usual with { Swap = Rig.Written(Swap.InPlace) })}",
            Is.EqualTo("row batches: what is read could be what was deleted"));
        Assert.That(Choose(Inside, Appends).Kind, Is.EqualTo(LoadPathKind.ServerSide));
        Assert.That(Choose(Inside with { HasHooksInside = true }).Kind, Is.EqualTo(LoadPathKind.PassThrough));
    }

    [TestCase(Swap.Shadow, "older snapshots would not see what INSERT … SELECT wrote")]
    [TestCase(Swap.Auto, "it may choose an exchange")]
    [TestCase(Swap.InPlace, "a view may read what was just deleted")]
    public void How_a_table_is_published_rules_it_out(Swap swap, string why)
    {
        Assert.That(
            Choose(Inside, Usual with { Swap = Rig.Written(swap) }).Kind, Is.EqualTo(LoadPathKind.PassThrough), why);
    }

    [TestCase("decimal(9,3)", "decimal(9,2)")]
    [TestCase("decimal(9,2)", "decimal(9,3)")]
    [TestCase("datetime2(7)", "datetime2(3)")]
    [TestCase("datetime", "datetime2(3)", false)]
    [TestCase("float", "real")]
    [TestCase("bigint", "int")]
    [TestCase("money", "decimal(19,2)")]
    [TestCase("varbinary(9)", "varbinary(8)", false)]
    [TestCase("int", "varchar(20)")]
    public void What_the_server_would_round_or_cut_in_silence_never_goes_through_it(
        string source, string target, bool differsInPostgreSql = true)
    {
        var ends = Inside with { From = SqlServer, To = SqlServer };
        RowColumn from = new("a", Rig.Type(source));
        RowColumn to = new("a", Rig.Type(target));

        Assert.That(Choose(ends, source: from, wanted: to).Kind, Is.EqualTo(LoadPathKind.RowBatches));
        Assert.That(Choose(ends, source: from, wanted: from, real: to).Kind, Is.EqualTo(LoadPathKind.RowBatches));
        Assert.That(
            Choose(Inside, source: from, wanted: to).Kind,
            Is.EqualTo(differsInPostgreSql ? LoadPathKind.RowBatches : LoadPathKind.ServerSide));
    }

    [TestCase("int", "bigint", true)]
    [TestCase("decimal(9,2)", "decimal(12,3)", true)]
    [TestCase("time(3)", "time(7)", true)]
    [TestCase("varbinary(8)", "varbinary(max)", true)]
    [TestCase("varchar(8)", "varchar(8)", false)]
    public void SQL_Server_widens_without_loss_and_text_needs_its_collation(string source, string target, bool isInside)
    {
        var ends = Inside with { From = SqlServer, To = SqlServer };

        var path = Choose(
            ends, source: new RowColumn("a", Rig.Type(source)), wanted: new RowColumn("a", Rig.Type(target)));

        Assert.That(path.Kind, Is.EqualTo(isInside ? LoadPathKind.ServerSide : LoadPathKind.RowBatches));
    }

    private static LoadPath Choose(
        LoadEnds ends, LoadOptions? options = null, RowColumn? wanted = null, RowColumn? real = null,
        RowColumn? source = null) =>
        LoadPlanner.Choose(
            options ?? Usual, ends,
            new PassedColumns([(source ?? Number, wanted ?? Number)], [], real is null ? [] : [real]));
}
