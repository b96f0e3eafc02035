using System.Text;
using Microsoft.Data.Sqlite;
using Orchestrator.Core.Types;
using Orchestrator.Data.Sqlite;

namespace Orchestrator.Data.Tests.Sqlite;

internal sealed class SqliteReaderTests
{
    private TemporaryDatabase _temporary = null!;

    [SetUp]
    public void Make()
    {
        _temporary = new TemporaryDatabase();
        Directory.CreateDirectory(Path.GetDirectoryName(_temporary.File)!);
    }

    [TearDown]
    public void Remove() => _temporary.Dispose();

    [Test]
    public void Foreign_tables_are_read_by_their_affinity()
    {
        Foreign("CREATE TABLE t (a INTEGER, b VARCHAR(3), c DOUBLE, d BLOB, e DECIMAL(9,2), f)");

        using var reader = _temporary.Read("SELECT * FROM t");

        Assert.That(reader.Columns.Select(c => c.Type.ToString()), Is.EqualTo((string[])
            ["bigint", "nvarchar(max)", "float", "varbinary(max)", "nvarchar(max)", "nvarchar(max)"]));
    }

    [Test]
    public void Numbers_in_columns_of_any_kind_are_read_as_text_without_loss()
    {
        Foreign("CREATE TABLE t (a DECIMAL); INSERT INTO t VALUES (1), (0.1), ('x'), (NULL), (1.0/3)");

        Assert.That(Texts("SELECT a FROM t"), Is.EqualTo((string[])["1", "0.1", "x", "∅", "0.3333333333333333"]));
    }

    [Test]
    public void A_cell_of_another_kind_than_its_column_is_refused_with_row_and_column()
    {
        Foreign("CREATE TABLE t (a INTEGER); INSERT INTO t VALUES (1), ('x')");

        var refused = Assert.Throws<DataRefusedException>(() => Texts("SELECT a FROM t"));

        Assert.That(refused!.Code, Is.EqualTo("ORC3411"));
        Assert.That(refused.Row, Is.EqualTo(2));
        Assert.That(refused.Message, Does.Contain("'a'").And.Contain("TEXT"));
    }

    [Test]
    public void Foreign_files_cannot_be_written_through_a_source()
    {
        Foreign("CREATE TABLE t (a INTEGER)");
        using var database = SqliteFiles.OpenSource(_temporary.File, TimeProvider.System);

        Assert.That(() => database.Execute("INSERT INTO t VALUES (1)"), Throws.InstanceOf<SqliteException>());
        Assert.That(
            () => database.Execute($"ATTACH '{_temporary.Folder}/other.db' AS o"),
            Throws.InstanceOf<SqliteException>());
    }

    [Test]
    public void Foreign_files_are_refused_as_targets_and_left_as_they_are()
    {
        Foreign("CREATE TABLE t (a INTEGER)");
        var before = File.ReadAllBytes(_temporary.File);

        Assert.That(() => _temporary.Open().Dispose(), Throws.InstanceOf<IOException>());
        Assert.That(File.ReadAllBytes(_temporary.File), Is.EqualTo(before));
    }

    [TestCase("SELECT 1; SELECT 2")]
    [TestCase("CREATE TABLE x (a)")]
    [TestCase("-- nothing")]
    public void What_is_not_one_query_is_refused(string sql)
    {
        Foreign("CREATE TABLE t (a INTEGER)");

        Assert.That(() => _temporary.Read(sql).Dispose(), Throws.InstanceOf<DataRefusedException>());
    }

    [Test]
    public void Types_of_our_tables_show_through_queries_and_views()
    {
        RowColumn[] columns = [new("v", new SqlType(SqlTypeKind.Date))];
        using (var database = _temporary.OpenTarget())
        {
            database.CreateTable(new TableName(null, "t"), columns);
            database.Execute("CREATE VIEW w AS SELECT v AS x, v || '' AS y FROM t");
        }

        using var reader = _temporary.Read("SELECT x AS z, y FROM w");

        Assert.That(reader.Columns.Select(c => $"{c.Name} {c.Type}"),
            Is.EqualTo((string[])["z date", "y nvarchar(max)"]));
    }

    [Test]
    public void A_table_that_somebody_made_anew_is_read_as_it_is_declared_now()
    {
        using (var database = _temporary.Open())
        {
            SqliteCatalog.Record(database, "t", [new("v", new SqlType(SqlTypeKind.Date))]);
            database.Execute("CREATE TABLE t (v INTEGER)");
        }

        using var reader = _temporary.Read("SELECT v FROM t");

        Assert.That(reader.Columns[0].Type.Kind, Is.EqualTo(SqlTypeKind.BigInt));
    }

    [Test]
    public void Files_and_folders_are_the_owners_only()
    {
        Assume.That(OperatingSystem.IsWindows(), Is.False);
        Directory.Delete(Path.GetDirectoryName(_temporary.File)!);

        _temporary.Open().Dispose();

#pragma warning disable CA1416 // The assumption above rules Windows out.
        Assert.That(File.GetUnixFileMode(Path.GetDirectoryName(_temporary.File)!),
            Is.EqualTo(UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute));
        Assert.That(File.GetUnixFileMode(_temporary.File), Is.EqualTo(UnixFileMode.UserRead | UnixFileMode.UserWrite));
#pragma warning restore CA1416
    }

    private void Foreign(string sql)
    {
        SqliteLibrary.Load();
        using var connection = new SqliteConnection($"Data Source={_temporary.File};Pooling=False");
        connection.Open();
        using var command = connection.CreateCommand();
#pragma warning disable CA2100 // The texts of these tests.
        command.CommandText = sql;
#pragma warning restore CA2100
        command.ExecuteNonQuery();
    }

    private List<string> Texts(string sql)
    {
        using var reader = _temporary.Read(sql);
        using var pool = new RowBatchPool(new MemoryBudget(64 << 20), reader.Columns);
        using var batch = pool.RentNow();
        var texts = new List<string>();
        while (reader.Read(batch, CancellationToken.None))
        {
            for (var row = 0; row < batch.Count; row++)
            {
                var column = batch.Columns[0];
                texts.Add(column.IsNull(row) ? "∅" : Encoding.UTF8.GetString(column.Bytes(row)));
            }
        }

        return texts;
    }
}
