using Orchestrator.Core.Types;
using Orchestrator.Data.Sqlite;

namespace Orchestrator.Data.Tests.Sqlite;

internal sealed class SqliteDialectTests
{
    private const int Names = 400;

    private static readonly Dialect Dialect = SqlitePlatform.Instance.Dialect;

    private static readonly string[] Pieces =
    [
        "a", "A", "é", "😀", "\"", "'", "`", "[", "]", ";", "--", "/*", "*/", " ", "\t", "\n", "\r", "\0", "\ud800",
        "\udc00", "\u001b[31m", "%", "@@this", "$x", "?1", "\\", ".", "DROP TABLE x", "sqlite_", "orchestrator_",
        "\u202e", "\uFEFF", "select",
    ];

    private static int Seed => int.TryParse(Environment.GetEnvironmentVariable("ORCHESTRATOR_TEST_SEED"), out var seed)
        ? seed
        : 20261;

    [Test]
    public void Rows_whose_key_is_not_there_are_found_without_looking_at_all_that_are_for_each()
    {
        using var temporary = new TemporaryDatabase();
        using var database = temporary.Open();
        var (load, target) = (new TableName(null, "load"), new TableName(null, "target"));
        RowColumn[] columns =
            [new("Id", new SqlType(SqlTypeKind.Int), false), new("Name", new SqlType(SqlTypeKind.NVarChar, 10))];
        database.Execute(Dialect.CreateTable(target, columns));
        database.Execute(Dialect.CreateTable(load, [.. columns, Dialect.RowNumber]));
        var merge = new MergeDialect(Dialect, load, target, new KeyedRows(columns, ["Id"], [columns[1]], []));

        var steps = TextOf(database, "EXPLAIN QUERY PLAN " + merge.InsertMissing(), column: 3);

        Assert.That(steps, Has.Some.Contains("SEARCH t USING AUTOMATIC").And.None.Contains("CORRELATED"));
    }

    [Test]
    public void Any_string_is_read_back_equal_as_table_and_column_or_refused()
    {
        using var temporary = new TemporaryDatabase();
        using var database = temporary.Open();
        var random = new Random(Seed);
        var kept = 0;

        for (var i = 0; i < Names; i++)
        {
            var table = Any(random);
            var column = Any(random);
            if (Dialect.TableRefusal(new TableName(null, table)) is not null
                || Dialect.ColumnRefusal(column) is not null)
            {
                continue;
            }

            database.Execute(Dialect.Drop(new TableName(null, table)));
            RowColumn[] columns = [new(column, new SqlType(SqlTypeKind.Int))];
            database.Execute(Dialect.CreateTable(new TableName(null, table), columns));
            var found = SqliteCatalog.Columns(database, table).Select(c => c.Name);

            Assert.That(found, Is.EqualTo((string[])[column]), $"seed {Seed}, name {i}");
            Assert.That(Tables(database), Does.Contain(table), $"seed {Seed}, name {i}");
            kept++;
        }

        Assert.That(kept, Is.GreaterThan(Names / 4));
    }

    [Test]
    public void What_no_quoting_makes_a_name_is_refused()
    {
        // An attribute could not hold half a surrogate pair.
        string[] names = ["", "a\0b", "a\ud800", "\udc00a", "\udc00\ud800"];

        Assert.That(names.Where(name => Dialect.ColumnRefusal(name) is null), Is.Empty);
        Assert.That(() => Dialect.Quote("a\0b"), Throws.ArgumentException);
    }

    [TestCase("sqlite_x")]
    [TestCase("SQLITE_x")]
    [TestCase("Orchestrator_columns")]
    public void Tables_of_SQLite_and_of_the_engine_are_refused(string name)
    {
        Assert.That(Dialect.TableRefusal(Dialect.Table(null, name)), Is.Not.Null);
    }

    [Test]
    public void Names_that_differ_in_ascii_case_only_are_one()
    {
        Assert.That(Dialect.FirstDuplicate(["Id", "Name", "ID"]), Is.EqualTo("ID"));
        Assert.That(Dialect.FirstDuplicate(["É", "é"]), Is.Null);
    }

    private static string Any(Random random) =>
        string.Concat(Enumerable.Range(0, random.Next(1, 5)).Select(_ => Pieces[random.Next(Pieces.Length)]));

    private static List<string> Tables(SqliteDatabase database) =>
        TextOf(database, "SELECT name FROM sqlite_master", column: 0);

    private static List<string> TextOf(SqliteDatabase database, string sql, int column)
    {
        using var command = SqliteScalar.Command(database, sql, []);
        using var reader = command.ExecuteReader();
        var texts = new List<string>();
        while (reader.Read())
        {
            texts.Add(reader.GetString(column));
        }

        return texts;
    }
}
