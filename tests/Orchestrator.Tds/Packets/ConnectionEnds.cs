namespace Orchestrator.Tds;

/// <summary>The client asked to stop what is at work (MS-TDS 2.2.1.7); the session acknowledges it.</summary>
internal sealed class AttentionException : Exception;

/// <summary>The connection is at its end: the client closed it, or the script cut it.</summary>
internal sealed class ConnectionEndedException : Exception;

/// <summary>The client took back what it was sending (the ignore bit); there is nothing to answer.</summary>
internal sealed class MessageIgnoredException : Exception;
