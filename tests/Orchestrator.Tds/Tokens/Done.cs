namespace Orchestrator.Tds;

/// <summary>Which of the three DONE tokens: of a batch, of a procedure, of a statement in it.</summary>
internal enum DoneToken : byte
{
    Batch = 0xFD,
    Procedure = 0xFE,
    InProcedure = 0xFF,
}

/// <summary>The bits of a DONE token (MS-TDS 2.2.7.6).</summary>
[Flags]
internal enum DoneStatus
{
    Final = 0,
    More = 1,
    Error = 2,
    Count = 0x10,
    Attention = 0x20,
}

/// <summary>The statement that a DONE token speaks of; the client counts rows only of those that change some.</summary>
internal enum DoneCommand
{
    None = 0,
    Select = 0xC1,
    Insert = 0xC3,
}

/// <summary>The end of a statement, or of the answer.</summary>
internal readonly record struct Done(DoneToken Token, DoneStatus Status, DoneCommand Command, long Count);

/// <summary>What an environment change speaks of (MS-TDS 2.2.7.9).</summary>
internal enum EnvironmentChange : byte
{
    Database = 1,
    Language = 2,
    PacketSize = 4,
    Collation = 7,
    BeginTransaction = 8,
    CommitTransaction = 9,
    RollbackTransaction = 10,
    ResetConnection = 18,
}
