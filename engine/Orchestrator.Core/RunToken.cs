namespace Orchestrator.Core;

/// <summary>
/// What a run writes into the markers of the tables that it loads: its number, and a part of its id. A ledger that was
/// put back by an older copy gives a number a second time, and never an id.
/// </summary>
public static class RunToken
{
    private const int IdBits = 32;
    private const long RunMask = int.MaxValue;

    /// <summary>The token of a run; without an id its number alone, as versions before wrote it.</summary>
    public static long Of(long run, Guid id) => id == Guid.Empty ? run : ((run & RunMask) << IdBits) | PartOf(id);

    /// <summary>Whether a token was written by another run than that of the id, which has the same number.</summary>
    public static bool IsOfAnother(long token, Guid id) =>
        token >> IdBits != 0 && (token & uint.MaxValue) != PartOf(id);

    /// <summary>Whether a token says nothing of the id of its run, as of a version before.</summary>
    public static bool IsBare(long token) => token >> IdBits == 0;

    // The last bytes: the first ones of an id may be its time.
    private static long PartOf(Guid id) => BitConverter.ToUInt32(id.ToByteArray(), 12);
}
