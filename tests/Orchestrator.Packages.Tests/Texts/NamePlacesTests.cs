using Orchestrator.Data;
using Orchestrator.Packages.Store;
using Orchestrator.Packages.Texts;

namespace Orchestrator.Packages.Tests.Texts;

/// <summary>Where `${name:X}` is a name, and that whatever a value holds is one name to each platform.</summary>
internal sealed class NamePlacesTests
{
    // The same in each run, so that what fails once fails again.
    private const int Seed = 27;

    private static IEnumerable<IPlatform> Drivers => Platforms.Drivers;

    [Test]
    public void A_name_stands_among_code_and_nothing_sticks_to_it([ValueSource(nameof(Drivers))] IPlatform platform)
    {
        Assert.That(Names(platform, "select * from ${name:A}.${name:B} where x in (${name:C},${name:D})"),
            Is.EqualTo("A B C D"));
        Assert.That(Names(platform, "${name:A}"), Is.EqualTo("A"));
        Assert.That(Names(platform, "select '${name:A}', '${name:B}' from ${name:C}; -- ${name:D}\n select ${name:E}"),
            Is.EqualTo("C E"));
        Assert.That(Names(platform, "/* ${name:A} */ select \"${name:B}\", x${name:C}, ${name:D}x, \"a\"${name:E}"),
            Is.Empty);
        Assert.That(Names(platform, "select ${name:A}'b', '${name:A} ''' , ${name:B}"), Is.EqualTo("B"));
    }

    [Test]
    public void Whatever_a_value_holds_is_one_name([ValueSource(nameof(Drivers))] IPlatform platform)
    {
        var dialect = platform.Dialect;
        foreach (var value in HostileTexts.All.Concat(HostileTexts.Random(Seed, 2_000))
            .Where(value => dialect.ColumnRefusal(value) is null))
        {
            var quoted = dialect.Quote(value);
            var sql = $"{quoted}; drop table canary";
            var close = quoted[^1];

            Assert.That(Quoted(dialect, sql, quoted[0]), Is.EqualTo(quoted.Length), value);
            Assert.That(quoted[1..^1].Replace($"{close}{close}", $"{close}", StringComparison.Ordinal),
                Is.EqualTo(value));
        }
    }

    // Some read a doubled quote as two quoted pieces in a row.
    private static int Quoted(Dialect dialect, string sql, char open)
    {
        var end = 0;
        while (sql[end] == open)
        {
            end += dialect.TokenLength(sql, end);
        }

        return end;
    }

    [Test]
    public void What_no_platform_keeps_as_a_name_is_refused([ValueSource(nameof(Drivers))] IPlatform platform)
    {
        Assert.That(platform.Dialect.ColumnRefusal(""), Is.Not.Null);
        Assert.That(platform.Dialect.ColumnRefusal("a\0b"), Is.Not.Null);
        Assert.That(platform.Dialect.ColumnRefusal(new string('a', 4_000)), Is.Not.Null);
    }

    private static string Names(IPlatform platform, string sql) => string.Join(' ',
        NamePlaces.Of(platform.Dialect, sql).Where(name => name.IsName).Select(name => name.Variable));
}
