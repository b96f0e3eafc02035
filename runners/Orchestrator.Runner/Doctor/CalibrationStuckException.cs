namespace Orchestrator.Runner.Doctor;

/// <summary>A server that did not answer in time, or a table that others did not let go of.</summary>
public sealed class CalibrationStuckException(string message, Exception? fault = null) : Exception(message, fault);
