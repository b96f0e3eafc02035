namespace Orchestrator.Packages.Http;

/// <summary>A value that cannot stand where the request has it.</summary>
/// <param name="message">What is wrong, as the end of a sentence; the value is not in it.</param>
internal sealed class HttpValueException(string message) : Exception(message);
