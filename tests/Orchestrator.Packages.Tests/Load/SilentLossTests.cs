using System.IO.Compression;
using Orchestrator.Core;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Load;

/// <summary>Ways in which rows or values could get lost or change without a word.</summary>
internal sealed class SilentLossTests
{
    private Rig _rig = null!;

    [SetUp]
    public void Make() => _rig = new Rig();

    [TearDown]
    public void Remove() => _rig.Dispose();

    [Test]
    public void An_expression_over_a_column_that_is_missing_is_refused_and_no_text_of_its_own_name()
    {
        _rig.Write("t.csv", "Id\n1\n");
        _rig.Run(Rig.Load("t"));

        var result = _rig.Run(Copy("t", "u", Rig.Column("Nme") with { SourceExpression = "upper(@@this)" }));

        Assert.That(result.Error?.Message, Does.Contain("no such column").And.Contain("Nme"));
    }

    [Test]
    public void A_check_of_a_column_that_is_missing_fails()
    {
        _rig.Write("t.csv", "Id\n1\n");
        _rig.Run(Rig.Load("t"));

        var result = _rig.Run(Check(new CheckRules { NotNull = ["Nme"] }));

        Assert.That(result.Error?.Message, Does.Contain("no such column").And.Contain("Nme"));
    }

    [Test]
    public void Rows_rejected_before_the_one_that_fails_the_load_are_all_kept_and_counted()
    {
        const int good = 60_000;
        var lines = Enumerable.Range(1, good).Select(i => i % 1000 == 0 ? $"{i},too long\n" : $"{i},abc\n");
        _rig.Write("t.csv", "Id,Name\n" + string.Concat(lines) + "x,abc\n");

        var result = _rig.Run(Rig.Load("t", Rig.Column("Id", "int"), Redirected("Name", "nvarchar(3)")));

        Assert.That(result.Error?.Code, Is.EqualTo("ORC3004"));
        Assert.That((result.Counts.Read, result.Counts.Rejected), Is.EqualTo((good + 1, (good / 1000) + 1)));
        Assert.That(_rig.Query("SELECT count(*) FROM err_t"), Is.EqualTo((string[])[$"{(good / 1000) + 1}"]));
    }

    [Test]
    public void An_error_row_holds_its_key_and_value_as_they_were_read()
    {
        _rig.Write("t.csv", "Id,Name\nabcdef,too long\n");
        var cut = new Policies { OnTruncation = Rig.Written(Policy.Truncate) };

        var result = _rig.Run(Rig.Load(
            "t", Rig.Column("Id", "nvarchar(3)", key: 1) with { Policies = cut }, Redirected("Name", "nvarchar(3)")));

        Assert.That(result.Error, Is.Null);
        Assert.That(_rig.Query("SELECT RowKey, Value FROM err_t"), Is.EqualTo((string[])["Id=abcdef|too long"]));
    }

    [TestCase("decimal(4,2)", "12.34", "12.345")]
    [TestCase("decimal(4,2)", "12.34", "1234.5")]
    [TestCase("decimal(20,2)", "12.34", "'12345678901234567890123.45'")]
    [TestCase("int", "1", "3000000000")]
    [TestCase("tinyint", "1", "256")]
    [TestCase("bit", "1", "2")]
    [TestCase("datetime2(0)", "2020-01-01 10:00:00", "'2020-01-01 10:00:00.5'")]
    [TestCase("smalldatetime", "2020-01-01 10:00:00", "'1800-01-01 10:00:00'")]
    [TestCase("time(0)", "10:00:00", "'10:00:00.5'")]
    public void What_a_statement_put_into_a_typed_column_is_not_rounded_or_cut_by_the_next_stage(
        string type, string fits, string value)
    {
        _rig.Write("t.csv", $"a\n{fits}\n");
        _rig.Run(Rig.Load("t", Rig.Column("a", type)));
        _rig.Execute($"UPDATE t SET a = {value}");

        var result = _rig.Run(Copy("t", "u", Rig.Column("a", type)));

        Assert.That(result.Error?.Code, Is.EqualTo("ORC3411"));
        Assert.That(result.Error!.Message, Does.Contain("Row 1, column 'a'"));
    }

    [Test]
    public void A_sum_with_the_noise_of_floating_point_is_still_its_decimal()
    {
        _rig.Write("t.csv", "a\n0.10\n");
        _rig.Run(Rig.Load("t", Rig.Column("a", "decimal(4,2)")));
        _rig.Execute("UPDATE t SET a = a + 0.2");

        var result = _rig.Run(Copy("t", "u", Rig.Column("a", "decimal(4,2)")));

        Assert.That(result.Error, Is.Null);
        Assert.That(_rig.Query("SELECT a FROM u"), Is.EqualTo((string[])["0.3"]));
    }

    [Test]
    public void A_check_shows_no_sensitive_value_of_any_table_that_its_query_reads()
    {
        _rig.Write("t.csv", "Id,Name\n1,secretive\nx,secretive\n");
        _rig.Objects.Add(Rig.Load(
            "t", Redirected("Id", "int"), Rig.Column("Name", "nvarchar(20)") with { Sensitive = true }));
        _rig.Run(_rig.Objects[0]);
        _rig.Execute("CREATE TABLE other (Id INTEGER)");

        var results = new[] { "SELECT Name FROM t", "SELECT Value FROM err_t", "SELECT RowKey FROM err_t" }
            .Select(sql => _rig.Run(Check(new CheckRules { ReturnsNothing = new SqlText(sql, null, Origin.Default) })))
            .ToArray();

        Assert.That(results.Select(result => result.Error?.Code), Is.All.EqualTo("ORC3430"));
        Assert.That(results.Select(result => result.Error!.Message), Is.All.Contains("(sensitive)"));
    }

    [Test]
    public void A_check_that_must_return_nothing_looks_at_each_of_its_statements()
    {
        _rig.Write("t.csv", "Id\n1\n");
        _rig.Run(Rig.Load("t"));
        var query = new SqlText("SELECT 1 WHERE 0; SELECT Id FROM t", null, Origin.Default);

        var result = _rig.Run(Check(new CheckRules { ReturnsNothing = query }));

        Assert.That(result.Error?.Code, Is.EqualTo("ORC3430"));
    }

    [TestCase("CREATE TABLE t (Id INTEGER CHECK (Id < 5), Name TEXT)")]
    [TestCase("CREATE TABLE t (Id INTEGER PRIMARY KEY, Name TEXT)")]
    [TestCase("CREATE TABLE t (Id INTEGER, Name TEXT DEFAULT 'x' COLLATE NOCASE)")]
    public void A_table_that_a_script_made_keeps_what_the_script_gave_it(string made)
    {
        _rig.Execute(made);
        _rig.Write("t.csv", "Id,Name\n1,Ann\n");

        var result = _rig.Run(Rig.Load("t", Rig.Column("Id", "bigint"), Rig.Column("Name")));

        Assert.That(result.Error, Is.Null);
        Assert.That(_rig.Query("SELECT sql FROM sqlite_master WHERE name = 't'"), Is.EqualTo((string[])[made]));
        Assert.That(result.LoadPath, Does.Contain("delete and insert"));
    }

    [Test]
    public void What_a_failed_load_in_place_has_committed_is_counted_to_the_row()
    {
        _rig.Write("t.csv", "Id\n1\n2\n3\n4\n5\n");
        _rig.Execute("CREATE TABLE t (Id INTEGER CHECK (Id < 4))");
        var load = Rig.Load("t", Rig.Column("Id", "bigint")) with
        {
            Load = new LoadOptions { Swap = Rig.Written(Swap.InPlace), CommitRows = Rig.Written(2L) },
        };

        var result = _rig.Run(load);

        Assert.That(result.Error?.Code, Is.EqualTo("ORC3412"));
        Assert.That(_rig.Query("SELECT count(*) FROM t"), Is.EqualTo((string[])["2"]));
        Assert.That(result.Counts.Inserted, Is.EqualTo(2));
    }

    [Test]
    public void A_failed_load_says_that_its_rejected_rows_could_not_be_kept()
    {
        _rig.Execute("CREATE TABLE err_t (Other TEXT)");
        _rig.Write("t.csv", "Id,Name\n1,too long\nx,abc\n");

        var result = _rig.Run(Rig.Load("t", Rig.Column("Id", "int"), Redirected("Name", "nvarchar(3)")));

        Assert.That(result.Outcome, Is.EqualTo(NodeState.Failed));
        Assert.That(result.Error!.Message, Does.Contain("'err_t'"));
    }

    [Test]
    public void A_gzip_file_without_a_byte_is_no_complete_one()
    {
        _rig.Write("t.csv.gz", "");

        var result = _rig.Run(Rig.Load("t") with
        {
            Source = new ObjectSource { Connection = "Files", File = "t.csv.gz" },
        });

        Assert.That(result.Error?.Code, Is.EqualTo("ORC3108"));
    }

    [Test]
    public void A_file_whose_lines_end_with_carriage_returns_is_no_header_without_rows()
    {
        _rig.Write("t.csv", "Id,Name\r1,Ann\r");

        var result = _rig.Run(Rig.Load("t"));

        Assert.That(result.Error?.Code, Is.EqualTo("ORC3103"));
    }

    [Test]
    public void A_value_of_a_database_over_the_limit_of_a_row_is_an_error_not_memory()
    {
        _rig.Execute("CREATE TABLE t (a BLOB); INSERT INTO t VALUES (zeroblob(70000000))");

        var result = _rig.Run(Copy("t", "u"));

        Assert.That(result.Error?.ServerCode, Is.EqualTo("SQLITE_TOOBIG (18)"));
        Assert.That(result.Error!.Message, Does.Contain("limits.row"));
    }

    [Test]
    public void A_packed_file_counts_as_long_as_it_is_unpacked()
    {
        var path = Path.Combine(_rig.Inbox, "t.csv.gz");
        using (var packed = new GZipStream(File.Create(path), CompressionLevel.Fastest))
        {
            packed.Write(new byte[1_000_000]);
        }

        Assert.That(Data.Files.FileListing.BytesIn(Path.GetDirectoryName(path)!, Path.GetFileName(path)),
            Is.EqualTo(1_000_000));
    }

    private static ColumnDefinition Redirected(string name, string type) => Rig.Column(name, type) with
    {
        Policies = new Policies
        {
            OnTruncation = Rig.Written(Policy.Redirect),
            OnRangeLoss = Rig.Written(name == "Id" ? Policy.Redirect : Policy.Fail),
        },
    };

    private static ObjectDefinition Copy(string from, string to, params ColumnDefinition[] columns) =>
        Rig.Load(to, columns) with { Source = new ObjectSource { Connection = "Db", Name = from } };

    private static ObjectDefinition Check(CheckRules rules) => Rig.Load("c") with
    {
        Kind = "check",
        Source = null,
        Target = new ObjectTarget("Db", null, rules.ReturnsNothing is null ? "t" : "other"),
        Check = rules,
    };
}
