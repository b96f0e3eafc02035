using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Load.Target;

/// <summary>Nights of every pattern over a table in which people write, too, beside a model of it in memory.</summary>
internal sealed class OtherColumnsModelTests
{
    private const int Keys = 9;
    private const int Nights = 12;

    private static readonly (LoadPattern Pattern, Swap Swap)[] Ways =
    [
        (LoadPattern.TruncateInsert, Swap.Auto), (LoadPattern.TruncateInsert, Swap.Transaction),
        (LoadPattern.TruncateInsert, Swap.InPlace), (LoadPattern.Append, Swap.Auto), (LoadPattern.Merge, Swap.Auto),
        (LoadPattern.DeltaInsert, Swap.Auto), (LoadPattern.ReplaceRange, Swap.Auto),
    ];

    [Test]
    public void What_no_load_names_is_what_people_and_defaults_have_made_it(
        [ValueSource(typeof(TestPlatforms), nameof(TestPlatforms.Everywhere))] Platform platform,
        [Values(1, 2, 3)] int seed)
    {
        using var rig = new PatternRig(platform);
        var random = new Random(seed);
        var rows = new SortedDictionary<int, Row>();
        rig.Run(Load(rig, Ways[0]), "id,name");
        rig.Execute("ALTER TABLE t ADD kept varchar(10)");
        rig.Execute("ALTER TABLE t ADD made integer NOT NULL DEFAULT 7");

        for (var night = 0; night < Nights; night++)
        {
            var way = Ways[random.Next(Ways.Length)];
            var read = Read(random, night).Where(row => way.Pattern != LoadPattern.Append || !rows.ContainsKey(row.Key))
                .Where(row => way.Pattern != LoadPattern.ReplaceRange || row.Key >= Keys / 2).ToArray();

            var result = rig.Run(Load(rig, way), ["id,name", .. read.Select(row => $"{row.Key},{row.Value}")]);
            Take(rows, read, way.Pattern);

            Assert.That(result.Error?.Message, Is.Null, $"{way} in night {night}");
            Assert.That(
                rig.Query("SELECT id, name, coalesce(kept, '-') AS kept, made FROM t").Order(StringComparer.Ordinal),
                Is.EqualTo(rows.Select(row => $"{row.Key}|{row.Value.Name}|{row.Value.Kept}|{row.Value.Made}")),
                $"{way} in night {night}");
            Write(rig, rows, random, night);
        }
    }

    private static Dictionary<int, string> Read(Random random, int night) => Enumerable.Range(1, Keys)
        .Where(_ => random.Next(2) == 0).ToDictionary(key => key, key => $"n{night}k{key % 2}");

    private static void Take(SortedDictionary<int, Row> rows, KeyValuePair<int, string>[] read, LoadPattern pattern)
    {
        if (pattern is LoadPattern.TruncateInsert or LoadPattern.ReplaceRange)
        {
            foreach (var gone in rows.Keys.Where(
                key => pattern == LoadPattern.TruncateInsert || key >= Keys / 2).ToArray())
            {
                rows.Remove(gone);
            }
        }

        foreach (var (key, name) in read)
        {
            if (!rows.TryAdd(key, new Row(name, "-", 7)) && pattern == LoadPattern.Merge)
            {
                rows[key] = rows[key] with { Name = name };
            }
        }
    }

    // People write what the loads leave alone.
    private static void Write(PatternRig rig, SortedDictionary<int, Row> rows, Random random, int night)
    {
        foreach (var key in rows.Keys.Where(_ => random.Next(3) == 0).ToArray())
        {
            rows[key] = rows[key] with { Kept = $"p{night}", Made = night };
            rig.Execute($"UPDATE t SET kept = 'p{night}', made = {night} WHERE id = {key}");
        }
    }

    private static ObjectDefinition Load(PatternRig rig, (LoadPattern Pattern, Swap Swap) way) => rig.Load(
        new LoadOptions
        {
            Pattern = Rig.Written(way.Pattern),
            Swap = Rig.Written(way.Swap),
            Range = Rig.Written(
                way.Pattern == LoadPattern.ReplaceRange ? new LoadRange("id", $"{Keys / 2}", null) : null),
            OtherColumns = Rig.Written<OtherColumns?>(OtherColumns.Keep),
        },
        Rig.Column("id", "int", key: way.Pattern.IsByKey() ? 1 : 0), Rig.Column("name", "nvarchar(10)"));

    private sealed record Row(string Name, string Kept, int Made);
}
