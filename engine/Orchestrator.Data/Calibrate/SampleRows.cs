using System.Runtime.InteropServices;
using Orchestrator.Core.Types;

namespace Orchestrator.Data.Calibrate;

/// <summary>
/// The rows that ways of inserting are measured with: a GUID and 20 characters each. Not for several threads at once.
/// </summary>
/// <param name="count">How many one statement takes.</param>
public sealed class SampleRows(int count)
{
    /// <summary>What stands in the text of every row.</summary>
    public const string Text = "XXXXXXXXXXXXXXXXXXXX";

    private const int IdBytes = 16;
    private const int Variant = 8;

    private readonly Random _random = new();

    /// <summary>The columns of the table.</summary>
    public static IReadOnlyList<RowColumn> Columns { get; } =
    [
        new("id", new SqlType(SqlTypeKind.UniqueIdentifier), Nullable: false),
        new("payload", new SqlType(SqlTypeKind.VarChar, Text.Length)),
    ];

    /// <summary>The GUIDs of the rows.</summary>
    public Guid[] Ids { get; } = new Guid[count];

    /// <summary>The texts of the rows.</summary>
    public string[] Texts { get; } = [.. Enumerable.Repeat(Text, count)];

    /// <summary>Makes other rows of them, as the next statement takes them.</summary>
    public void Renew() => Make(_random, MemoryMarshal.AsBytes(Ids.AsSpan()));

    /// <summary>
    /// Makes GUIDs that every server takes: of the variant that all makers of them have, and with more than that in the
    /// ninth byte, which is the ninth in both orders of their bytes.
    /// </summary>
    // No secret hangs on them, and the system's own source of random bytes costs a call for each.
    internal static void Make(Random random, Span<byte> ids)
    {
        random.NextBytes(ids);
        for (var at = Variant; at < ids.Length; at += IdBytes)
        {
            ids[at] = (byte)((ids[at] & 0x3F) | 0x81);
        }
    }
}
