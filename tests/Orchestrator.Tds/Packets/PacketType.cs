namespace Orchestrator.Tds;

/// <summary>The kinds of TDS message (MS-TDS 2.2.3.1.1).</summary>
internal enum PacketType : byte
{
    SqlBatch = 1,
    Rpc = 3,
    Answer = 4,
    Attention = 6,
    BulkLoad = 7,
    Transaction = 14,
    Login = 16,
    PreLogin = 18,
}

/// <summary>The bits of a packet's second byte (MS-TDS 2.2.3.1.2).</summary>
[Flags]
internal enum PacketStatus : byte
{
    Normal = 0,
    EndOfMessage = 1,
    Ignore = 2,
    ResetConnection = 8,
    ResetConnectionKeepTransaction = 16,
}
