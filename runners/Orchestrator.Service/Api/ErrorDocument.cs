namespace Orchestrator.Service.Api;

/// <summary>Why there is no document.</summary>
internal sealed record ErrorDocument(string Error);
