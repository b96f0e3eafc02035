using Orchestrator.Core.RunValues;
using Orchestrator.Data;
using Orchestrator.Packages.Store;
using Orchestrator.Packages.Texts;
using Orchestrator.Tds;

namespace Orchestrator.Packages.Tests.Texts;

/// <summary>
/// Whatever a value holds, a statement that names it has the pieces that it has with a plain name, as read by rules of
/// the tests' own and by Microsoft's parser.
/// </summary>
internal sealed class QuotedNamesTests
{
    private const string Plain = "plain";
    private const string Placeholder = "${name:X}";
    private const int Count = 3_000;

    // What authors write around a name, whole and not.
    private static readonly string[] Around =
    [
        " select ", " from ", " a ", " 1 ", ", ", " ( ", " ) ", " . ", " = ", "; ", " 'it''s' ", " 'a\\' ", " '\\'' ",
        " \"a\"\"b\" ", " `a``b` ", " -- a\n", " --a\n", " # a\n", " /* a */ ", " /* a /* b */ c */ ", " /*! a */ ",
        " /*!99999 ", " */ ", " E'a\\'b' ", " $$ a $$ ", " $a$ b $a$ ", " N'a' ", " @p ", " [a]]b] ", " '", "' ", " \"",
        "\" ", " `", "` ", " [", "] ", "\n",
    ];

    private Rig _rig = null!;

    private static IEnumerable<IPlatform> Drivers => Platforms.Drivers;

    private static int Seed =>
        int.TryParse(Environment.GetEnvironmentVariable("ORCHESTRATOR_TEST_SEED"), out var seed) ? seed : 20_260;

    private static string Hint => $"replay with ORCHESTRATOR_TEST_SEED={Seed}";

    [OneTimeSetUp]
    public void Make() => _rig = new Rig();

    [OneTimeTearDown]
    public void Remove() => _rig.Dispose();

    [Test]
    public void A_quoted_name_is_one_piece([ValueSource(nameof(Drivers))] IPlatform platform)
    {
        foreach (var value in Values(platform.Dialect))
        {
            var name = platform.Dialect.Quote(value);

            Assert.That(OwnTokens.Of(platform.Name, $"select {name}.{name} from t; -- end"),
                Is.EqualTo(new[] { "select", $"\"{value}", ".", $"\"{value}", "from", "t", ";", "-" }), Hint);
        }
    }

    [Test]
    public void Microsofts_parser_sees_one_name()
    {
        var dialect = Drivers.Single(platform => platform.Name == "SQL Server").Dialect;
        foreach (var value in Values(dialect))
        {
            var name = dialect.Quote(value);
            var parts = SqlParts.Of($"select {name}.a from {name} where b = N'c'");

            Assert.That(parts.Statements, Is.EqualTo(new[] { "SelectStatement" }), Hint);
            Assert.That(parts.Names, Is.EqualTo(new[] { value, "a", value, "b" }), Hint);
            Assert.That(parts.Literals, Is.EqualTo(new[] { "c" }), Hint);
            Assert.That(parts.Variables, Is.Empty, Hint);
        }
    }

    [Test]
    public void A_statement_has_the_pieces_that_it_has_with_a_plain_name(
        [ValueSource(nameof(Drivers))] IPlatform platform)
    {
        var random = new Random(Seed);
        var values = Values(platform.Dialect).ToArray();
        var named = 0;
        for (var i = 0; i < Count; i++)
        {
            var written = string.Concat(Enumerable.Range(0, random.Next(2, 9))
                .Select(_ => random.Next(3) == 0 ? Placeholder : Around[random.Next(Around.Length)]));
            var value = values[random.Next(values.Length)];
            var plain = Filled(platform, written, Plain);

            var tokens = OwnTokens.Of(platform.Name, Filled(platform, written, value));

            Assert.That(tokens, Is.EqualTo(OwnTokens.Of(platform.Name, plain)
                .Select(token => token == $"\"{Plain}" ? $"\"{value}" : token)), $"{Hint}: {i}: {written}: {value}");
            named += plain.Contains(Plain, StringComparison.Ordinal) ? 1 : 0;
        }

        Assert.That(named, Is.GreaterThan(Count / 10));
    }

    [Test]
    public void No_name_stands_behind_what_some_versions_pass_over()
    {
        var platform = Drivers.Single(one => one.Name == "MariaDB");

        foreach (var written in new[]
        {
            "/*!99999 select * from ${name:X} */", "select 1 /*M!100100 , ${name:X} */", "/*! a /* b */ ${name:X} */",
            "/*!99999 ' */ ${name:X} '", "/*! ${name:X}",
        })
        {
            Assert.That(Filled(platform, written, "*/ drop table canary; -- "), Is.EqualTo(written));
        }

        Assert.That(Filled(platform, "/* a */ select * from ${name:X}", "b`"),
            Is.EqualTo("/* a */ select * from `b```"));
    }

    private static IEnumerable<string> Values(Dialect dialect) => HostileTexts.All
        .Concat(HostileTexts.Random(Seed, Count)).Where(value => dialect.ColumnRefusal(value) is null);

    private string Filled(IPlatform platform, string written, string value)
    {
        Assert.That(RunValueType.TryOf(Rig.Type("nvarchar(4000)"), out var type, out var problem), Is.True, problem);
        Assert.That(RunValue.TryMake(type!, [[value]], out var given, out problem), Is.True, problem);
        var context = _rig.Context(Rig.Load("x")) with
        {
            Given = new Dictionary<string, RunValue> { ["X"] = given! },
        };
        return new RunNames(context).In(written, platform.Dialect);
    }
}
