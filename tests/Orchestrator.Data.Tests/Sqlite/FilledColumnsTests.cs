using Orchestrator.Core.Types;

namespace Orchestrator.Data.Tests.Sqlite;

/// <summary>Columns that fill themselves, and tables that show that the engine has not made them.</summary>
internal sealed class FilledColumnsTests
{
    [TestCase("a int, b int default 7, c text not null default ''", "b c")]
    [TestCase("a int default null, b text default (1 + 1)", "b")]
    [TestCase("a integer primary key, b int", "a")]
    [TestCase("a integer primary key autoincrement not null, b int", "a")]
    [TestCase("a int primary key, b int", "")]
    [TestCase("a integer primary key desc, b int", "")]
    [TestCase("a integer, b integer, primary key (a, b)", "")]
    [TestCase("a int, b int as (a + 1)", "")]
    public void What_fills_itself_is_told(string columns, string filled)
    {
        using var file = new TemporaryDatabase();
        using (var made = file.Open())
        {
            made.Execute($"create table t ({columns})");
        }

        using var database = file.OpenTarget();

        Assert.That(string.Join(' ', database.Defaults(new TableName(null, "T"))), Is.EqualTo(filled));
    }

    [Test]
    public void A_key_of_a_table_without_numbers_of_rows_is_filled_by_nobody()
    {
        using var file = new TemporaryDatabase();
        using (var made = file.Open())
        {
            made.Execute("create table t (a integer primary key) without rowid");
        }

        using var database = file.OpenTarget();
        var table = new TableName(null, "t");

        Assert.That((database.Defaults(table).Count, database.Columns(table)[0].Nullable), Is.EqualTo((0, false)));
    }

    [TestCase("a int, b text not null", false)]
    [TestCase("a int unique, b text", false)]
    [TestCase("a int primary key", true)]
    [TestCase("a int default 1", true)]
    [TestCase("a int, b int as (a + 1)", true)]
    [TestCase("a int references o", true)]
    public void What_the_engine_never_makes_shows_that_another_has_made_the_table(string columns, bool isElsewhere)
    {
        using var file = new TemporaryDatabase();
        using (var made = file.Open())
        {
            made.Execute("create table o (n integer primary key)");
            made.Execute($"create table t ({columns})");
        }

        using var database = file.OpenTarget();

        Assert.That(database.IsMadeElsewhere(new TableName(null, "t")), Is.EqualTo(isElsewhere));
    }

    [Test]
    public void A_table_of_the_engines_own_shows_nothing()
    {
        using var file = new TemporaryDatabase();
        using var database = file.OpenTarget();
        var table = new TableName(null, "t");
        database.Begin(CancellationToken.None);
        database.CreateTable(table, [new RowColumn("a", new(SqlTypeKind.Int), Nullable: false)]);
        database.AddColumns(table, [new RowColumn("b", new(SqlTypeKind.Date))]);
        database.Commit();

        Assert.That((database.IsMadeElsewhere(table), database.Defaults(table).Count), Is.EqualTo((false, 0)));
    }
}
