using Orchestrator.Ledger.Tokens;

namespace Orchestrator.Service;

/// <summary>What a valid token stands for.</summary>
/// <param name="Name">Name of the token, by which it is known in the audit log.</param>
/// <param name="Role">What its bearer may do.</param>
public sealed record TokenGrant(string Name, TokenRole Role);
