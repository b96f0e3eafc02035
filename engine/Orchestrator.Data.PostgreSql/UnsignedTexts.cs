namespace Orchestrator.Data.PostgreSql;

/// <summary>Numbers without a sign, one or several of them: the server takes -1 for the greatest in silence.</summary>
internal sealed class UnsignedTexts : TextRule
{
    private static readonly string[] Types = ["oid", "oidvector", "xid", "cid", "xid8", "tid"];

    private UnsignedTexts()
    {
    }

    public override RejectReason Loss => RejectReason.RangeLoss;

    public override string Refused => "is below zero, and the column keeps no sign";

    /// <summary>The rule of a column that is declared so; null where it has none.</summary>
    public static UnsignedTexts? Of(string declaration) =>
        Types.Any(type => declaration == type || declaration == type + "[]") ? new UnsignedTexts() : null;

    public override bool Keeps(ReadOnlySpan<byte> text) => !text.Contains((byte)'-');

    /// <summary>As it is, which nothing asks for: a loss of range is never cut.</summary>
    public override byte[] Repaired(ReadOnlySpan<byte> text) => text.ToArray();
}
