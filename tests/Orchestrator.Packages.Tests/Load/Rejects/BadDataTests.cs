using System.IO.Compression;
using System.Text;
using Orchestrator.Core;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Load.Rejects;

/// <summary>
/// Each kind of bad data under each policy: what becomes of the row, whether the counts add up, and whether the error
/// names file, row, column and value.
/// </summary>
internal sealed class BadDataTests
{
    private Rig _rig = null!;

    [SetUp]
    public void Make() => _rig = new Rig();

    [TearDown]
    public void Remove() => _rig.Dispose();

    [TestCase("nvarchar(3)", "Barbara", "ORC3001", "Barbara", "Bar")]
    [TestCase("decimal(4,2)", "12.345", "ORC3002", "12.345", "12.34")]
    [TestCase("int", "3000000000", "ORC3004", "3000000000", null)]
    [TestCase("nvarchar(9)", "a\\xFFb", "ORC3003", "a\\xFFb", "a\uFFFDb")]
    [TestCase("nvarchar(9)", "a\\uD800b", "ORC3003", "a\\xED\\xA0\\x80b", "a\uFFFD\uFFFD\uFFFDb")]
    public void A_value_that_does_not_fit_is_for_its_policy(
        string type, string value, string code, string shown, string? truncated)
    {
        WriteRows(value);

        var failed = _rig.Run(Load(type, Policy.Fail));
        var redirected = _rig.Run(Load(type, Policy.Redirect));
        var kept = _rig.Query("SELECT RowNumber, SourceFile, ColumnName, Value, Code FROM err_t");
        var cut = truncated is null ? null : _rig.Run(Load(type, Policy.Truncate));

        Assert.That(failed.Error!.Code, Is.EqualTo(code));
        Assert.That(failed.Error.Message, Does.StartWith($"t.csv, row 2, column v: the value '{shown}' "));
        Assert.That((failed.Counts.Read, failed.Counts.Inserted, failed.Counts.Rejected), Is.EqualTo((2, 0, 1)));
        Assert.That((redirected.Error, redirected.Counts.AddUp), Is.EqualTo((default(PackageError), true)));
        Assert.That((redirected.Counts.Read, redirected.Counts.Inserted, redirected.Counts.Rejected),
            Is.EqualTo((3, 2, 1)));
        Assert.That(kept, Is.EqualTo(Enumerable.Repeat($"2|t.csv|v|{shown}|{code}", 2)));
        Assert.That(cut is null || (cut.Counts.AddUp && cut.Counts is { Inserted: 3, Truncated: 1 }));
        Assert.That(cut is null ? null : _rig.Query("SELECT v FROM t WHERE id = 2").Single(), Is.EqualTo(truncated));
    }

    [TestCase("id,v\n1,1\n2\n3,3\n", "2", 1)]
    [TestCase("id,v\n1,1\n2,2,2\n3,3\n", "2,2,2", 3)]
    public void A_row_with_a_column_missing_or_too_many_is_for_onError(string text, string row, int columns)
    {
        _rig.Write("t.csv", text);

        var failed = _rig.Run(Rig.Load("t"));
        var redirected = _rig.Run(Redirecting(Rig.Load("t")));

        Assert.That(failed.Error!.Code, Is.EqualTo("ORC3104"));
        Assert.That(failed.Error.Message,
            Does.StartWith("t.csv, row 2, column v (line 3").And.Contain($"Found: '{row}\\n"));
        Assert.That(failed.Error.Message, Does.Contain("errors: {onError: redirect}"));
        Assert.That((failed.Counts.Read, failed.Counts.Rejected), Is.EqualTo((1, 0)));
        Assert.That((redirected.Error, redirected.Counts.AddUp), Is.EqualTo((default(PackageError), true)));
        Assert.That((redirected.Counts.Read, redirected.Counts.Inserted, redirected.Counts.Rejected),
            Is.EqualTo((3, 2, 1)));
        Assert.That(_rig.Query("SELECT RowNumber, SourceFile, ColumnName, Value, ActualSize, AllowedSize, Reason, Code "
            + "FROM err_t"), Is.EqualTo((string[])[$"2|t.csv|v|{row}|{columns}|2|Shape|ORC3104"]));
        Assert.That(_rig.Query("SELECT id, v FROM t ORDER BY id"), Is.EqualTo((string[])["1|1", "3|3"]));
    }

    [Test]
    public void Rows_of_the_wrong_shape_count_for_maxErrors_and_stand_among_those_that_the_guard_rejects()
    {
        _rig.Write("t.csv", "id,v\nx,1\n2\n3,3\n\ny,5\n");
        var load = Redirecting(Rig.Load("t", Rig.Column("id", "int"), Rig.Column("v")));

        var result = _rig.Run(load);
        var tooMany = _rig.Run(load with { Errors = load.Errors with { MaxErrors = Rig.Written(3L) } });

        Assert.That(result.Counts is { Read: 5, Inserted: 1, Rejected: 4 } && result.Counts.AddUp);
        Assert.That(_rig.Query($"SELECT RowNumber, Reason FROM err_t WHERE Attempt = {_rig.LastAttempt - 1}"),
            Is.EqualTo((string[])["1|RangeLoss", "2|Shape", "4|Shape", "5|RangeLoss"]));
        Assert.That((tooMany.Error!.Code, tooMany.Counts.Rejected), Is.EqualTo(("ORC3408", 4L)));
    }

    [Test]
    public void A_row_of_the_wrong_shape_before_the_value_that_fails_the_load_is_kept_and_one_behind_it_not_read()
    {
        _rig.Write("t.csv", "id,v\n1\nx,1\n3\n");
        var policies = new Policies { OnRangeLoss = Rig.Written(Policy.Fail) };

        var result = _rig.Run(Redirecting(
            Rig.Load("t", Rig.Column("id", "int") with { Policies = policies }, Rig.Column("v"))));

        Assert.That(result.Error!.Message, Does.StartWith("t.csv, row 2, column id: the value 'x' "));
        Assert.That((result.Counts.Read, result.Counts.Rejected), Is.EqualTo((2, 2)));
        Assert.That(_rig.Query("SELECT RowNumber, Reason FROM err_t"),
            Is.EqualTo((string[])["1|Shape", "2|RangeLoss"]));
    }

    [Test]
    public void A_row_of_the_wrong_shape_shows_a_sensitive_value_in_the_error_table_only()
    {
        _rig.Write("t.csv", "id,v\n4111\n");
        var load = Rig.Load("t", Rig.Column("id") with { Sensitive = true }, Rig.Column("v"));

        var failed = _rig.Run(load);
        var redirected = _rig.Run(Redirecting(load));

        Assert.That($"{failed} {redirected}", Does.Not.Contain("4111"));
        Assert.That(_rig.Query("SELECT Value FROM err_t"), Is.EqualTo((string[])["4111"]));
    }

    [TestCase(Policy.Fail)]
    [TestCase(Policy.Redirect)]
    public void What_cannot_be_gone_on_with_fails_the_load_whatever_the_policy(Policy policy)
    {
        var rows = string.Concat(Enumerable.Range(0, 30_000).Select(i => $"{i},{i * 7919 % 10_007}\n"));
        var packed = Packed("id,v\n" + rows);
        File.WriteAllBytes(Path.Combine(_rig.Inbox, "cut.csv.gz"), packed[..(packed.Length / 2)]);
        File.WriteAllBytes(Path.Combine(_rig.Inbox, "bomb.csv.gz"),
            Packed("id,v\n1,1\n2," + new string('x', 30 << 20)));
        _rig.Write("quote.csv", "id,v\n1,1\n2,\"x\n3,3\n");
        using (var endless = File.Create(Path.Combine(_rig.Inbox, "endless.csv")))
        {
            endless.Write("id,v\n1,1\n2,"u8);
            endless.SetLength(10L << 30);
        }

        var cut = _rig.Run(Of("cut.csv.gz", policy));
        var bomb = _rig.Run(Of("bomb.csv.gz", policy));
        var endlessly = _rig.Run(Of("endless.csv", policy));
        var quote = _rig.Run(Of("quote.csv", policy));

        Assert.That(cut.Error!.Code, Is.EqualTo("ORC3108"));
        Assert.That(cut.Error.Message, Does.StartWith($"cut.csv.gz, row {cut.Counts.Read + 1}: the gzip"));
        Assert.That(cut.Counts is { Read: > 1000 and < 30_000, Inserted: 0, Rejected: 0 });
        Assert.That(bomb.Error!.Message, Does.StartWith("bomb.csv.gz, row 2, column v: a field of more than 16"));
        Assert.That(endlessly.Error!.Message, Does.StartWith("endless.csv, row 2, column v: a field of more than 16"));
        Assert.That((bomb.Error.Code, endlessly.Error.Code), Is.EqualTo(("ORC3107", "ORC3107")));
        Assert.That(quote.Error!.Message, Does.StartWith("quote.csv, row 2, column v (").And.Contain("'\"x\\n3,3\\n'"));
        Assert.That((bomb.Counts.Read, endlessly.Counts.Read, quote.Counts.Read), Is.EqualTo((1, 1, 1)));
        Assert.That(_rig.Resources.Memory.InUse, Is.Zero);
    }

    [Test]
    public void What_was_read_and_rejected_when_the_target_cannot_take_it_is_counted_and_kept()
    {
        _rig.Write("t.csv", "id,v\n1,1\n2\n");
        _rig.Execute("CREATE TABLE t (something_else TEXT)");

        var result = _rig.Run(Redirecting(Rig.Load("t")));

        Assert.That((result.Outcome, result.Error!.Phase), Is.EqualTo((NodeState.Failed, "open")));
        Assert.That((result.Counts.Read, result.Counts.Inserted, result.Counts.Rejected), Is.EqualTo((2, 0, 1)));
        Assert.That(_rig.Query("SELECT RowNumber, Value FROM err_t"), Is.EqualTo((string[])["2|2"]));
    }

    [Test]
    public void What_was_rejected_when_the_target_is_no_database_is_counted_and_said_to_be_lost()
    {
        _rig.Write("t.csv", "id,v\n1,1\n2\n");
        Directory.CreateDirectory(Path.GetDirectoryName(_rig.DatabaseFile)!);
        File.WriteAllText(_rig.DatabaseFile, new string('x', 4096));

        var result = _rig.Run(Redirecting(Rig.Load("t")));

        Assert.That((result.Counts.Read, result.Counts.Inserted, result.Counts.Rejected), Is.EqualTo((2, 0, 1)));
        Assert.That(result.Error!.Message, Does.Contain("1 rejected rows could not be kept in 'err_t'"));
    }

    private static ObjectDefinition Of(string file, Policy policy)
    {
        var load = policy == Policy.Redirect ? Redirecting(Rig.Load("t")) : Rig.Load("t");
        return load with { Source = load.Source! with { File = file } };
    }

    private static ObjectDefinition Redirecting(ObjectDefinition load) =>
        load with { Errors = load.Errors with { OnError = Rig.Written(Policy.Redirect) } };

    private static ObjectDefinition Load(string type, Policy policy)
    {
        var policies = new Policies
        {
            OnTruncation = Rig.Written(policy),
            OnScaleLoss = Rig.Written(policy),
            OnEncodingLoss = Rig.Written(policy),
            OnRangeLoss = Rig.Written(policy == Policy.Truncate ? Policy.Fail : policy),
        };
        return Rig.Load("t", Rig.Column("id", "int"), Rig.Column("v", type) with { Policies = policies });
    }

    private static byte[] Packed(string text)
    {
        using var packed = new MemoryStream();
        using (var gzip = new GZipStream(packed, CompressionLevel.Optimal))
        {
            gzip.Write(Encoding.UTF8.GetBytes(text));
        }

        return packed.ToArray();
    }

    // A lone surrogate needs UTF-16, a byte that is no text needs bytes.
    private void WriteRows(string value)
    {
        var path = Path.Combine(_rig.Inbox, "t.csv");
        var (start, end) = ("id,v\n1,1\n2,", "\n3,3\n");
        if (value.Contains("\\uD800", StringComparison.Ordinal))
        {
            var text = start + value + end;
            var at = text.IndexOf("\\uD800", StringComparison.Ordinal);
            File.WriteAllBytes(path, [0xFF, 0xFE, .. Encoding.Unicode.GetBytes(text[..at]), 0x00, 0xD8,
                .. Encoding.Unicode.GetBytes(text[(at + 6)..])]);
            return;
        }

        File.WriteAllBytes(path, Encoding.Latin1.GetBytes(start + value.Replace("\\xFF", "\u00FF") + end));
    }
}
