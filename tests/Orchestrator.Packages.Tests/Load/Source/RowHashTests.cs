using System.Buffers.Binary;
using System.Security.Cryptography;
using System.Text;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Load.Source;

/// <summary>The hash of a row against one that is worked out from the text of the file alone.</summary>
[TestFixture(Platform.Sqlite)]
[TestFixture(Platform.PostgreSql)]
internal sealed class RowHashTests(Platform platform)
{
    private static readonly string?[] Texts = [null, "", "a", "ab", "b", "ä€", "a ", "1"];
    private static readonly string?[] Numbers = [null, "0", "12.50", "12.5", "-3.00", "100"];
    private static readonly string?[] Times = [null, "2026-01-31 10:00:00.250", "2026-01-31 10:00:00.000"];

    private PatternRig _rig = null!;

    [SetUp]
    public void Make() => _rig = new PatternRig(platform);

    [TearDown]
    public void Remove() => _rig.Dispose();

    [Test]
    public void Equal_rows_have_equal_hashes_and_others_have_others()
    {
        var random = new Random(4711);
        string?[][] rows = [.. Enumerable.Range(0, 400).Select(_ => new[]
        {
            Any(random, Texts), Any(random, Texts), Any(random, Numbers), Any(random, Times),
        })];

        var result = _rig.Run(Load(), ["No,A,B,N,T", .. rows.Select((row, i) => $"{i}," + Line(row))]);

        Assert.That(result.Error?.Message, Is.Null);
        Assert.That(result.LoadPath, Does.StartWith("row batches"));
        Assert.That(Hashes(), Is.EqualTo(rows.Select((row, i) => Hash($"{i}", row))));
    }

    [Test]
    public void Only_what_differs_has_another_hash()
    {
        _rig.Run(Load(), "No,A,B,N,T", "1,a,,1.5,", "1,a,,1.50,", "1,,a,1.5,", "1,\"\",a,1.5,");

        var hashes = Hashes();

        Assert.That(hashes[0], Is.EqualTo(hashes[1]));
        Assert.That(hashes.Skip(1), Is.Unique);
    }

    [Test]
    public void A_type_of_the_source_becomes_what_the_mapping_says_where_nobody_named_one()
    {
        var mapping = new TypeMapping(Rig.Type("nvarchar(max)"), Rig.Type("nvarchar(3)"), Origin.Default);
        var load = _rig.Load(new LoadOptions(), Rig.Column("A"), Rig.Column("B", "nvarchar(9)")) with
        {
            TypeMappings = [mapping],
        };

        var good = _rig.Run(load, "A,B", "abc,abcd");
        var bad = _rig.Run(load, "A,B", "abcd,abcd");

        Assert.That(good.Error?.Message, Is.Null);
        Assert.That(bad.Error!.Message, Does.Contain("nvarchar(3)").Or.Contain("3 characters").Or.Contain("'A'"));
    }

    private ObjectDefinition Load() => _rig.Load(
        new LoadOptions(), Rig.Column("No", "int"), Rig.Column("A", "nvarchar(20)"), Rig.Column("B", "nvarchar(20)"),
        Rig.Column("N", "decimal(9,2)"), Rig.Column("T", "datetime2(3)")) with
    {
        SystemColumns =
        [
            new SystemColumn("RowAuditId", "RowAuditId", Rig.Type("bigint"), Origin.Default),
            new SystemColumn("RowHash", "RowHash", Rig.Type("binary(32)"), Origin.Default),
        ],
    };

    private string[] Hashes() => _rig.Query(_rig.IsServer
        ? "select upper(encode(\"RowHash\", 'hex')) from t order by \"No\"" : "select hex(RowHash) from t order by No");

    private static string? Any(Random random, string?[] values) => values[random.Next(values.Length)];

    private static string Line(string?[] row) =>
        string.Join(',', row.Select(value => value is null ? "" : $"\"{value}\""));

    private static string Hash(string number, string?[] row)
    {
        using var bytes = new MemoryStream();
        foreach (var value in (string?[])[number, row[0], row[1], Trimmed(row[2]), Trimmed(row[3])])
        {
            bytes.WriteByte((byte)(value is null ? 0 : 1));
            if (value is not null)
            {
                var length = new byte[4];
                BinaryPrimitives.WriteUInt32BigEndian(length, (uint)Encoding.UTF8.GetByteCount(value));
                bytes.Write(length);
                bytes.Write(Encoding.UTF8.GetBytes(value));
            }
        }

        return Convert.ToHexString(SHA256.HashData(bytes.ToArray()));
    }

    private static string? Trimmed(string? value) =>
        value is not null && value.Contains('.', StringComparison.Ordinal) ? value.TrimEnd('0').TrimEnd('.') : value;
}
