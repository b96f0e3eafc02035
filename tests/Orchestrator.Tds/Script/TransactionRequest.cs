using System.Data;

namespace Orchestrator.Tds;

/// <summary>What the client wants of its transaction.</summary>
public enum TransactionVerb
{
    Begin = 5,
    Commit = 7,
    Rollback = 8,
    Save = 9,
}

/// <summary>A request of the client's own transaction object; not the words of a batch (MS-TDS 2.2.6.9).</summary>
public sealed class TransactionRequest : Request
{
    internal TransactionRequest(Session session, MessageReader from)
        : base(session)
    {
        Verb = (TransactionVerb)from.UInt16();
        if (Verb == TransactionVerb.Begin)
        {
            Isolation = from.Byte() switch
            {
                1 => IsolationLevel.ReadUncommitted,
                2 => IsolationLevel.ReadCommitted,
                3 => IsolationLevel.RepeatableRead,
                4 => IsolationLevel.Serializable,
                5 => IsolationLevel.Snapshot,
                _ => IsolationLevel.Unspecified,
            };
        }

        Name = from.Unicode(from.Byte() / 2);
        from.Skip(long.MaxValue);
    }

    /// <summary>What is wanted.</summary>
    public TransactionVerb Verb { get; }

    /// <summary>The isolation level of a transaction that begins.</summary>
    public IsolationLevel Isolation { get; }

    /// <summary>The name of the transaction or savepoint; often empty.</summary>
    public string Name { get; }

    /// <inheritdoc/>
    public override string ToString()
    {
        var verb = Verb.ToString().ToLowerInvariant();
        return (Verb == TransactionVerb.Begin ? $"{verb} {Isolation} {Name}" : $"{verb} {Name}").TrimEnd();
    }
}
