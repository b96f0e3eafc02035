namespace Orchestrator.Lab.Bench;

/// <summary>Rows were lost or changed on their way: no figure counts.</summary>
internal sealed class WrongChecksumException(string message) : Exception(message);
