namespace Orchestrator.Tds;

/// <summary>What stands before a batch, a call and a transaction request (MS-TDS 2.2.5.3).</summary>
internal static class AllHeaders
{
    public static void Skip(MessageReader from) => from.Skip(from.Int32() - sizeof(int));
}
