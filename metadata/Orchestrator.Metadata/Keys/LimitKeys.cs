using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Schema;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Keys;

/// <summary>The keys under `limits` of a folder: what one of its files may hold. None of them changes a row.</summary>
internal static class LimitKeys
{
    private static readonly FileLimits Standard = new();

    private static readonly OptionMaker<Connection> Make = new(
        "limits", new Connection { Name = "", Platform = PlatformTable.Folder }, connection => connection.At);

    public static SectionKey<Connection> Field { get; } = One("field", "Bytes of one field",
        limits => limits.Field, (limits, bytes) => limits with { Field = bytes });

    public static SectionKey<Connection> Row { get; } = One("row", "Bytes of one row",
        limits => limits.Row, (limits, bytes) => limits with { Row = bytes });

    public static SectionKey<Connection> Expanded { get; } = One("expanded", "Bytes of one file, unpacked",
        limits => limits.Expanded, (limits, bytes) => limits with { Expanded = bytes });

    public static Section<Connection> Section { get; } = Make.Section([Field, Row, Expanded]);

    private static SectionKey<Connection> One(
        string name, string what, Func<FileLimits, long> get, Func<FileLimits, long, FileLimits> set) =>
        Make.Value(name, new SizeShape(), what, scalar => CoreSchema.Size(scalar.Text) ?? get(Standard),
            bytes => bytes.ToString(), connection => get(connection.Limits),
            (connection, bytes) => connection with { Limits = set(connection.Limits, bytes) }, Size(get(Standard)));

    // As people write it.
    private static string Size(long bytes) =>
        bytes % (1L << 30) == 0 ? $"{bytes >> 30}GB" : $"{bytes >> 20}MB";
}
