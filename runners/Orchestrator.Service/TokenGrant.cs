namespace Orchestrator.Service;

/// <summary>What somebody may do; each role may do what those before it may.</summary>
public enum ServiceRole { Viewer, Operator, Admin }

/// <summary>What a valid token stands for.</summary>
/// <param name="Name">Name of the token, by which it is known in the audit log.</param>
/// <param name="Role">What its bearer may do.</param>
public sealed record TokenGrant(string Name, ServiceRole Role);
