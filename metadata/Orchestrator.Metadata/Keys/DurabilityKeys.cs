using Orchestrator.Core;
using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Schema;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Keys;

/// <summary>
/// The keys under `delayedDurability` of a connection: whether commits of a run may reach the disk later than they
/// return. None of them changes a row.
/// </summary>
internal static class DurabilityKeys
{
    private static readonly (FlushWhen When, TimeSpan? Every) Usual = (FlushWhen.Level, null);

    // Whose key it is stands before what it says.
    private static readonly string OfScopes = $"{PlatformTable.Words(row => row.Scopes.Count > 1)}: ";

    private static readonly OptionMaker<DelayedDurability> Make = new(
        "delayedDurability", new DelayedDurability(), durability => durability.At);

    public static SectionKey<DelayedDurability> Mode { get; } = Make.Word(
        "mode", "forced = commits may reach the disk later than they return",
        durability => durability.Mode, (durability, value) => durability with { Mode = value });

    public static SectionKey<DelayedDurability> Flush { get; } =
        new SettingKey<DelayedDurability, (FlushWhen When, TimeSpan? Every)>(
            new Key("flush", new FlushShape(), "When they are brought to disk: package, level, run or every with a "
                + $"duration (1s to 1h); default {PropertyList.Word(Usual.When)}."),
            written => DelayedDurability.ReadFlush(((YamlScalar)written).Text) ?? Usual,
            durability => new Setting<(FlushWhen When, TimeSpan? Every)>(
                (durability.Flush, durability.Every), durability.At),
            (durability, flush) => durability with { Flush = flush.Value.When, Every = flush.Value.Every },
            Usual,
            [
                new("delayedDurability.flush", flush => PropertyList.Word(flush.When), PropertyList.Word(Usual.When)),
                new("delayedDurability.every",
                    flush => flush.Every is { } every ? PropertyList.Duration(every) : null, null),
            ]);

    /// <summary>What nobody writes is what the platform does.</summary>
    public static SectionKey<DelayedDurability> Scope { get; } = Make.Word(
        "scope", OfScopes + "the run's sessions or the whole database",
        durability => durability.Scope, (durability, value) => durability with { Scope = value });

    public static SectionKey<DelayedDurability> Connection { get; } = Make.Value<string?>(
        "connection", Parts.Name, "A connection to the same database with the right to change its setting",
        scalar => scalar.Text, name => name,
        durability => durability.Connection, (durability, value) => durability with { Connection = value });

    public static Section<DelayedDurability> Section { get; } = Make.Section([Mode, Flush, Scope, Connection]);

    /// <summary>Tells what a connection says; of the scope only where its platform has several.</summary>
    public static void Tell(PropertyList list, Connection connection)
    {
        foreach (var key in Section.Keys.Where(key => key != Scope || connection.Facts.Scopes.Count > 1))
        {
            key.Tell(list, connection.Durability);
        }
    }
}
